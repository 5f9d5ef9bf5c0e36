import { oneLine } from '../../tools/shared/answer.ts';

/** Numbers that are counted from the year 0, and written without a comma. */
const YEARS: ReadonlySet<string> = new Set(['year', 'founded', 'released']);

/** A value for a person: numbers with their thousands, money with its sign, lists by comma. */
export function showValue(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'number') {
    if (YEARS.has(name)) return String(value);
    return name.endsWith('usd') ? showDollars(value) : showNumber(value);
  }
  if (Array.isArray(value)) return value.map((each) => showValue(name, each)).join(', ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return showMoney(parts) ?? parts.map(([key, inner]) => showPart(key, inner)).join(', ');
}

/** Counts as `CN 43, US 15`. */
export function showCounts(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${oneLine(name)} ${showNumber(Number(count))}`)
    .join(', ');
}

/** `height_cm` as `height cm`. */
export function showName(name: string): string {
  return oneLine(name).replaceAll('_', ' ');
}

type Part = readonly [name: string, value: unknown];

/** An amount with words about it and its day, a price or a round, and further amounts: `$1,400 list (2025-10)`. */
function showMoney(parts: readonly Part[]): string | undefined {
  const amounts = parts.filter(([name]) => /(^|_)usd$/.test(name));
  const days = parts.filter(([name]) => name === 'as_of' || name === 'date');
  const words = parts.filter((part) => !amounts.includes(part) && !days.includes(part));
  const [[name, amount] = [], ...others] = amounts;
  if (name === undefined || words.some(([, value]) => typeof value !== 'string')) return undefined;
  const money = typeof amount === 'number' ? showDollars(amount) : showRange(String(amount));
  const said = words.map(([key, value]) => (key === 'of' ? showPart(key, value) : showValue(key, value)));
  const day = days.map((part) => ` (${showValue(...part)})`).join('');
  const more = others.map(
    ([key, value]) => `, ${showName(key.replace(/_usd$/, ''))} ${showValue(key, value)}`,
  );
  return `${[money, ...said].join(' ')}${day}${more.join('')}`;
}

/** `1451-2756` as `$1,451 to $2,756`. */
function showRange(text: string): string {
  const ends = text.split('-').map(Number);
  return ends.some(Number.isNaN) ? `$${oneLine(text)}` : ends.map(showDollars).join(' to ');
}

/** Dollars; millions and billions in short where nothing of them is lost. */
function showDollars(value: number): string {
  const [unit, letter] = value >= 1e9 ? [1e9, 'B'] : [1e6, 'M'];
  const short = value / unit;
  return value >= 1e6 && Number(short.toFixed(2)) === short ? `$${short}${letter}` : `$${showNumber(value)}`;
}

/** Money needs no name; what has one unit in its name reads on as `94 cm`. */
function showPart(name: string, value: unknown): string {
  const shown = showValue(name, value);
  if (typeof value === 'number' && name.endsWith('usd'))
    return name === 'usd' ? shown : `${showName(name.replace(/_usd$/, ''))} ${shown}`;
  if (name === 'kind') return shown;
  const unit =
    typeof value === 'number' ? /^(.+)_(m_s|km|cm|mm|m|kg|g|h|min|w|kw|wh|kwh|l|deg)$/.exec(name) : null;
  return unit === null
    ? `${showName(name)} ${shown}`
    : `${showName(unit[1] ?? '')} ${shown} ${unit[2]?.replace('_', '/')}`;
}

function showNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

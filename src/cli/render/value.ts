import { oneLine } from '../../tools/shared/render.ts';

/** A value for a person: numbers with their thousands, money with its sign, lists by comma. */
export function showValue(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'number') return name.endsWith('usd') ? `$${showNumber(value)}` : showNumber(value);
  if (Array.isArray(value)) return value.map((each) => showValue(name, each)).join(', ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return parts.map(([key, inner]) => showPart(key, inner)).join(', ');
}

/** Counts as `CN 43, US 15`. */
export function showCounts(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${oneLine(name)} ${showNumber(Number(count))}`)
    .join(', ');
}

/** `height_cm` as `height cm`. */
export function showName(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Money needs no name; what has one unit in its name reads on as `94 cm`. */
function showPart(name: string, value: unknown): string {
  const shown = showValue(name, value);
  if (typeof value === 'number' && name.endsWith('usd'))
    return name === 'usd' ? shown : `${showName(name)} ${shown}`;
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

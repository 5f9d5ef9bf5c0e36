import type { Kind } from '../../../kinds/kinds.ts';
import { cell as inWords, oneLine } from '../../shared/answer.ts';
import { labelOf, numberText, valueLabel } from '../labels.ts';
import type { AnyRecord } from '../records.ts';
import type { Asked, RecordFact, RecordStatement } from '../shape.ts';

/** Said elsewhere on the page, or of no use to a reader. */
const unshown: ReadonlySet<string> = new Set([
  ...['id', 'name', 'title', 'headline', 'aliases', 'description', 'summary', 'url', 'confidence', 'sources'],
  ...['former_ids', 'checklist', 'relations', 'related', 'place', 'after'],
]);

interface FactOptions {
  readonly kind: Kind;
  /** Members that stand elsewhere on the page. */
  readonly without: readonly string[];
  leads(member: string, value: string): Asked | undefined;
}

/** The members of a record as facts, those of an object each by itself; what is unknown is left out. */
export function factsOf(record: AnyRecord, { kind, without, leads }: FactOptions): RecordFact[] {
  const left = new Set([...unshown, ...without]);
  return membersOf(record, left).flatMap(([member, value]): RecordFact[] => {
    const values = (Array.isArray(value) ? value : [value]).map((one) =>
      statementOf(kind, member, one, leads),
    );
    return values.length === 0 ? [] : [{ field: member, ...labelOf(member), group: 'facts', values }];
  });
}

function membersOf(
  record: Readonly<Record<string, unknown>>,
  left: ReadonlySet<string>,
  before = '',
): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (left.has(name) || value === undefined || value === null) return [];
    const isObject = typeof value === 'object' && !Array.isArray(value);
    const member = `${before}${name}`;
    return isObject ? membersOf(value as AnyRecord, new Set(['source']), `${member}.`) : [[member, value]];
  });
}

function statementOf(
  kind: Kind,
  member: string,
  value: unknown,
  leads: FactOptions['leads'],
): RecordStatement {
  if (typeof value === 'number') {
    const isYear = /year|founded/.test(member);
    return { text: isYear ? String(value) : `${member.endsWith('usd') ? '$' : ''}${numberText(value)}` };
  }
  if (typeof value !== 'string') return { text: inWords(value) };
  if (/^https?:\/\//.test(value)) return { text: hostOf(value), source: value };
  const asked = leads(member, value);
  const text = labelIn(kind, member, value);
  return { text: oneLine(text), ...(asked !== undefined && { leads: asked }) };
}

function labelIn(kind: Kind, member: string, value: string): string {
  if (member === 'applies_to.categories') return valueLabel('robots', 'category', value);
  const label = valueLabel(kind, fieldOf(member), value);
  // Keywords have hyphens in place of blanks; names and codes have capitals or digits beside them.
  return label === value && KEYWORD.test(value) ? value.replaceAll(/[-_]/g, ' ') : label;
}

const KEYWORD = /^[a-z]+(?:[-_][a-z]+)+$/;

/** Labels are those of the field by which a member is filtered. */
function fieldOf(member: string): string {
  return { topics: 'topic', countries: 'country', 'manufacturer.country': 'country' }[member] ?? member;
}

/** `unitree.com` of `https://www.unitree.com/g1`. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

import type { Certification } from '../kinds/certification/certification.ts';
import { standardNames, withoutAdopter, withoutEdition } from '../kinds/certification/standard-names.ts';
import { compact, fold, words } from '../text/fold.ts';
import type { Requirement, Requirements } from './rules.ts';

/** What a name leads to: row indexes, and a sentence where the name is not simply theirs. */
interface Named {
  readonly rows: readonly number[];
  readonly note?: string;
}

interface Names {
  /** Rows that have exactly this name. */
  named(text: string): readonly number[];
  isLive(row: number): boolean;
}

/** What people leave out before `TS 15066`. */
const issuer = /^(?:ISO|IEC)[\s/]+/;

/** Names in a note beyond this many are counted only. */
const NAMES_SHOWN = 4;

/**
 * The requirements that a person calls so: by id or former id, by number, title or abbreviation, by a standard's
 * name with whatever adopter and edition; else those in whose basis or title the words stand together, or all of them.
 */
export function requirementsNamed(text: string, store: Names, requirements: Requirements): Named {
  for (const name of standardNames(text)) {
    const rows = store.named(name).filter((row) => store.isLive(row));
    const [only, ...more] = rows.flatMap((row) => requirements[row] ?? []);
    if (only === undefined) continue;
    const note = more.length > 0 ? severalNote(text, [only, ...more]) : ownNote(text, only);
    return { rows, ...(note !== undefined && { note }) };
  }
  return spokenOf(text, requirements);
}

/** What became of the edition or the id that was asked for, where that is not the one in force. */
function ownNote(text: string, requirement: Requirement): string | undefined {
  const { id, former_ids = [], former_editions = [], edition, basis } = requirement;
  const asked = compact(withoutAdopter(text));
  const current = edition ?? basis;
  const former = former_editions.find(({ name }) => {
    const names = compact(current).startsWith(asked) ? [name] : standardNames(name);
    return [...names, withoutAdopter(name)].some((own) =>
      [own, own.replace(issuer, '')].some((one) => compact(one) === asked),
    );
  });
  if (former !== undefined) return replacedNote(former);
  if (former_ids.includes(text.trim().toLowerCase())) return `${text.trim()} is now ${id}.`;
  const isEdition = withoutEdition(text) !== text.trim();
  if (!isEdition || compact(current).includes(asked)) return undefined;
  return `This is about ${current}; the data say nothing of the edition in "${text.trim()}".`;
}

function replacedNote(former: NonNullable<Certification['former_editions']>[number]): string {
  const since = former.since === undefined ? '' : ` since ${former.since}`;
  const note = former.note === undefined ? '' : ` (${former.note})`;
  return `${former.name} is replaced by ${former.replaced_by}${since}${note}. This is what holds now.`;
}

function severalNote(text: string, found: readonly Requirement[]): string {
  return `"${text.trim()}" names ${found.length} requirements: ask by id for one with its checklist.`;
}

function spokenOf(text: string, requirements: Requirements): Named {
  const asked = spaced(text);
  if (asked.length < MIN_LENGTH) return { rows: [] };
  const namesOf = (row: number) => {
    const { title = '', basis = '', aliases = [] } = requirements[row] ?? {};
    return [basis, title, ...aliases].map(spaced);
  };
  const all = [...requirements.keys()];
  const together = all.filter((row) => namesOf(row).some((own) => own.includes(asked)));
  // `Machinery Regulation 2023/1230` is a title and a number.
  const hasEvery = (row: number) => {
    const names = namesOf(row).join('');
    return words(fold(text)).every((word) => names.includes(` ${word} `));
  };
  const rows = together.length > 0 ? together : all.filter(hasEvery);
  if (rows.length < 2) return { rows };
  const ids = rows.slice(0, NAMES_SHOWN).flatMap((row) => requirements[row]?.id ?? []);
  const more = rows.length > NAMES_SHOWN ? ' and others' : '';
  return {
    rows,
    note: `No requirement is called "${text.trim()}"; it stands in those of ${ids.join(', ')}${more}.`,
  };
}

/** With the spaces around its words: shorter texts would stand in too many. */
const MIN_LENGTH = 5;

function spaced(text: string): string {
  return ` ${words(fold(text)).join(' ')} `;
}

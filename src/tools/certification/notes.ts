import type { KindStore } from '../../search/kind-store.ts';
import type { Guidance } from './guidance.ts';

interface Asked {
  readonly store: KindStore<'certification'>;
  readonly schemes: readonly string[];
  /** True if the caller named no scheme. */
  readonly isLeftOut: boolean;
  readonly guidance: Guidance | undefined;
}

const howToDescribe =
  'No product is described: give robot, or robot_category and features, to see only what applies to it.';

/** What a reader must know of an answer beside its records. */
export function guidanceNotes({ store, schemes, isLeftOut, guidance }: Asked): string[] {
  const asked = countIn(store, schemes, undefined);
  if (asked === 0) return [`The data hold no requirements of ${schemes.join(', ')}.`];
  const notes: string[] = [];
  if (guidance === undefined) notes.push(howToDescribe);
  if (guidance !== undefined && countIn(store, schemes, guidance.applicable) === 0) {
    notes.push(nothingApplies(schemes, guidance.questions));
  }
  if (isLeftOut) notes.push(...otherSchemes(store, schemes, guidance));
  if (guidance !== undefined && 'robot' in guidance.extra) notes.push(ownNote(guidance));
  return notes;
}

function nothingApplies(schemes: readonly string[], questions: number): string {
  const what = `Nothing of ${schemes.join(', ')} in the data applies to this product as described`;
  return questions > 0 ? `${what}; depends_on says what could change that.` : `${what}.`;
}

function otherSchemes(
  store: KindStore<'certification'>,
  schemes: readonly string[],
  guidance: Guidance | undefined,
): string[] {
  const others = store.words('scheme').dictionary.filter((word) => !schemes.includes(word));
  return others.flatMap((scheme) => {
    const count = countIn(store, [scheme], guidance?.applicable);
    if (count === 0) return [];
    return guidance === undefined
      ? [`${scheme} is left out: ${count} more with scheme ${scheme}.`]
      : [`${scheme} is left out: ${count} of it would apply too; ask with scheme ${scheme}.`];
  });
}

function ownNote({ extra }: Guidance): string {
  const caution = 'not recorded is not the same as not certified.';
  return 'robot_certifications' in extra
    ? `robot_certifications are what is recorded of this robot; ${caution}`
    : `No certification of this robot is recorded; ${caution}`;
}

function countIn(
  store: KindStore<'certification'>,
  schemes: readonly string[],
  among: ReadonlySet<number> | undefined,
): number {
  const column = store.words('scheme');
  const codes = new Set(schemes.map((word) => column.code(word)).filter((code) => code !== undefined));
  let count = 0;
  for (let index = 0; index < store.size; index++) {
    if (store.isLive(index) && column.has(index, codes) && (among?.has(index) ?? true)) count++;
  }
  return count;
}

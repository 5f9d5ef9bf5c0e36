import type { Certification, relationTypes } from '../kinds/certification/certification.ts';
import { shortBasis } from './questions.ts';
import type { Requirements } from './rules.ts';

type RelationType = (typeof relationTypes)[number];

/** What a relation says of the record that holds it, and of the one that it names. */
const phrases: Readonly<Record<RelationType, readonly [forward: string, backward: string]>> = {
  gives_presumption_with: ['gives presumption of conformity with', 'conformity is presumed with'],
  recognised_by: ['is recognised by', 'recognises'],
  evidence_for: ['is evidence for', 'is evidenced by'],
  adopts: ['adopts', 'is adopted as'],
  part_of: ['is part of', 'has as part'],
  replaced_by: ['is replaced by', 'replaces'],
  gives_way_to: ['does not apply where this does', 'takes the place of'],
};

/** One relation as an answer shows it; `id` is what to ask for next. */
interface ShownRelation {
  readonly relation: string;
  readonly id: string;
  readonly basis?: string;
  readonly from?: string;
  readonly note?: string;
}

/** Every relation of a requirement, in both directions, and what waits for what. */
export function relationsOf(
  { id, relations = [], after = [] }: Pick<Certification, 'id' | 'relations' | 'after'>,
  requirements: Requirements,
): readonly ShownRelation[] {
  const shown: ShownRelation[] = [];
  const add = (relation: string, other: string, { from, note }: { from?: string; note?: string } = {}) => {
    const basis = requirements.find((one) => one?.id === other)?.basis;
    shown.push({
      relation,
      id: other,
      ...(basis !== undefined && { basis: shortBasis(basis) }),
      ...(from !== undefined && { from }),
      ...(note !== undefined && { note }),
    });
  };
  for (const { type, id: other, ...more } of relations) add(phrases[type][0], other, defined(more));
  for (const other of after) add('comes after', other);
  for (const one of requirements) {
    for (const { type, id: other, ...more } of one?.relations ?? []) {
      if (other === id && one !== undefined) add(phrases[type][1], one.id, defined(more));
    }
    if (one?.after?.includes(id)) add('comes before', one.id);
  }
  return shown;
}

function defined({ from, note }: { from?: string | undefined; note?: string | undefined }) {
  return { ...(from !== undefined && { from }), ...(note !== undefined && { note }) };
}

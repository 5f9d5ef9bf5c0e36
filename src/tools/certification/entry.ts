import { phaseOf } from '../../certification/phases.ts';
import { type Certification, obligations } from '../../kinds/certification/certification.ts';
import { table } from '../shared/render.ts';

/** What a list shows of a requirement, and what it is told by. */
export const entryFields = [
  'id',
  'scheme',
  'title',
  'basis',
  'obligation',
  'checklist',
  'typical_weeks',
  'typical_cost_usd',
  'cost_note',
] as const;
export type EntryField = (typeof entryFields)[number];

/** One requirement as a list shows it. */
export function entryOf(requirement: Pick<Certification, EntryField>, because: string | undefined): object {
  const { id, scheme, title, basis, obligation, checklist } = requirement;
  const { typical_weeks, typical_cost_usd, cost_note } = requirement;
  const phase = phaseOf(id)?.id;
  return {
    id,
    scheme,
    title,
    basis,
    obligation,
    ...(phase !== undefined && { phase }),
    ...(because !== undefined && { because }),
    steps: checklist.length,
    first_step: checklist[0]?.step,
    ...(typical_weeks !== undefined && { typical_weeks }),
    ...(typical_cost_usd !== undefined && { typical_cost_usd }),
    ...(typical_cost_usd !== undefined && cost_note !== undefined && { cost_note }),
  };
}

/** The whole requirement, with its phase and why it applies before the rest. */
export function fullEntryOf(requirement: Certification, because: string | undefined): object {
  const phase = phaseOf(requirement.id)?.id;
  const { id, scheme, title, authority, basis, obligation, ...rest } = requirement;
  return {
    id,
    scheme,
    title,
    authority,
    basis,
    obligation,
    ...(phase !== undefined && { phase }),
    ...(because !== undefined && { because }),
    ...rest,
  };
}

/** Entries as text: a table for each obligation, under a heading. */
export function byObligation(entries: readonly object[]): string {
  return obligations
    .flatMap((obligation) => {
      const own = entries.flatMap((entry) => {
        const { obligation: stated, ...rest } = entry as { readonly obligation?: string };
        return stated === obligation ? [rest] : [];
      });
      return own.length === 0 ? [] : [`${obligation.toUpperCase()}:`, table(own)];
    })
    .join('\n');
}

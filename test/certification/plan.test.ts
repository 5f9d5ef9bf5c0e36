import { describe, expect, it } from 'vitest';
import { planOf } from '../../src/certification/plan.ts';
import type { Requirement } from '../../src/certification/rules.ts';
import { phases } from '../../src/kinds/certification/certification.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { answer, ask } from './asking.ts';

const catalogue = await fullCatalogue();

function requirement(id: string, phase: Requirement['phase'], more: Partial<Requirement> = {}): Requirement {
  return { id, phase, ...more } as Requirement;
}

const today = '2026-11-28';
const weeks = (min: number, max: number) => ({ typical_weeks: { min, max } });

describe('a plan', () => {
  it('adds up along the longest chain, what can be done at once counting once', () => {
    const {
      phases: planned,
      note,
      waits,
    } = planOf(
      [
        requirement('a', 'concept', weeks(1, 2)),
        requirement('b', 'design', weeks(4, 10)),
        requirement('c', 'design', { place: 60, after: ['b', 'elsewhere'], ...weeks(2, 3) }),
        requirement('d', 'design', weeks(5, 6)),
      ],
      today,
    );
    expect(planned).toEqual([
      {
        phase: 'concept',
        requirements: 1,
        at_once: 1,
        waiting: 0,
        known_weeks: { min: 1, max: 2 },
        unknown: 0,
      },
      {
        phase: 'design',
        requirements: 3,
        at_once: 2,
        waiting: 1,
        known_weeks: { min: 6, max: 13 },
        unknown: 0,
      },
    ]);
    expect(note).toBe('Known durations add up to 7 to 15 weeks, phase after phase.');
    expect([...waits]).toEqual([['c', ['b']]]);
  });

  it('says what is unknown instead of counting it as nothing', () => {
    const { phases: planned, note } = planOf(
      [requirement('a', 'design', weeks(4, 4)), requirement('b', 'files')],
      today,
    );
    expect(planned[1]).toEqual({ phase: 'files', requirements: 1, at_once: 1, waiting: 0, unknown: 1 });
    expect(note).toBe(
      'Known durations add up to 4 weeks, phase after phase; 1 of 2 state none, so the whole is unknown: count on 4 weeks at the very least.',
    );
    expect(planOf([requirement('b', 'files')], today).note).toContain('how long it takes is unknown');
    expect(planOf([], today).note).toBe('There is nothing to plan.');
  });

  it('does not add the parts of a whole to it', () => {
    const { note } = planOf(
      [
        requirement('whole', 'concept', weeks(4, 16)),
        requirement('part', 'files', { relations: [{ type: 'part_of', id: 'whole' }], ...weeks(8, 16) }),
      ],
      today,
    );
    expect(note).toBe('Known durations add up to 4 to 16 weeks, phase after phase.');
  });

  it('counts down to what begins to apply, once for a law and what begins first before the rest', () => {
    const machinery = { basis: 'Regulation (EU) 2023/1230, Annex III', applies_from: '2027-01-20' };
    const { note } = planOf(
      [
        requirement('part', 'design', machinery),
        requirement('law', 'concept', { ...machinery, basis: 'Regulation (EU) 2023/1230 with corrigendum' }),
        requirement('liability', 'files', { basis: 'Directive (EU) 2024/2853', applies_from: '2026-11-29' }),
        requirement('old', 'files', { basis: 'Directive 2011/65/EU', applies_from: '2013-01-02' }),
        requirement('vague', 'files', { basis: 'Directive 2030/1', applies_from: '2030' }),
      ],
      today,
    );
    expect(note).toMatch(
      /unknown\. Directive \(EU\) 2024\/2853 applies in 1 day \(2026-11-29\)\. Regulation \(EU\) 2023\/1230 applies in 53 days \(2027-01-20\)\. Directive 2030\/1 applies from 2030\.$/,
    );
  });

  it('comes with sort phase, requirements in the order of the work and under its headings', () => {
    const args = { robot_category: 'home_cleaning', features: ['wifi', 'battery'], sort: 'phase' };
    const { results, plan, total } = ask(catalogue, args);
    const places = results.map(({ phase }) => phases.indexOf(phase as 'concept'));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(plan?.reduce((sum, { at_once, waiting }) => sum + at_once + waiting, 0)).toBe(total);
    const { text } = answer(catalogue, { ...args, limit: 50 });
    expect(text.match(/^(CONCEPT|DESIGN|VERIFICATION|FILES|AFTER_SALE):$/gm)).toHaveLength(plan?.length ?? 0);
    expect(ask(catalogue, { sort: 'phase' })).not.toHaveProperty('plan');
  });
});

import { describe, expect, it } from 'vitest';
import { robotCategories } from '../../src/kinds/robots/robot.ts';
import { figureOf } from '../../src/tools/show/figure.ts';
import { measured, PERSON } from '../../src/view/figure/measure.ts';
import { renderShown } from '../../src/view/on-server.js';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { example } from '../helpers/saved-view.ts';

describe('the size in which a robot is drawn', () => {
  it('is that of its known measures, to one scale', () => {
    expect(measured({ category: 'humanoid', height_cm: 132, width_cm: 45 })).toMatchObject({
      height: 132,
      width: 45,
    });
    expect(measured({ category: 'amr', height_cm: 30, length_cm: 90 })).toMatchObject({
      height: 30,
      width: 90,
    });
    expect(PERSON.height).toBe(175);
  });

  it('is by height for humanoids and by reach for arms, whatever else is known', () => {
    expect(measured({ category: 'humanoid', height_cm: 180 })?.height).toBe(180);
    expect(measured({ category: 'cobot', reach_mm: 1300, height_cm: 20 })?.width).toBe(130);
    expect(measured({ category: 'cobot', height_cm: 120, length_cm: 100 })).toBeUndefined();
    // Seen from the front, its length is its depth.
    expect(measured({ category: 'humanoid', height_cm: 180, length_cm: 30 })?.width).not.toBe(30);
  });

  it('is none where nothing is known, or too little of a body that may have any form', () => {
    for (const category of robotCategories)
      expect([category, measured({ category })]).toEqual([category, undefined]);
    expect(measured({ category: 'amr', height_cm: 30 })).toBeUndefined();
    expect(measured({ category: 'amr', length_cm: 30 })).toBeUndefined();
    for (const wrong of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(measured({ category: 'humanoid', height_cm: wrong })).toBeUndefined();
  });

  it('is found of most humanoids and arms in the data', async () => {
    const catalogue = await fullCatalogue();
    const store = catalogue.store('robots');
    const all = Array.from({ length: store.size }, (_, row) => store.record(row));
    const share = (categories: readonly string[]) => {
      const own = all.filter(({ category, family }) => categories.includes(category) && family !== true);
      const drawn = own.filter((robot) => {
        const figure = figureOf(robot);
        return figure !== undefined && measured(figure) !== undefined;
      });
      return drawn.length / own.length;
    };
    expect(share(['humanoid'])).toBeGreaterThan(0.75);
    expect(share(['industrial_arm', 'cobot'])).toBeGreaterThan(0.85);
  });
});

describe('silhouettes', () => {
  const drawn = (html: string) =>
    [...html.matchAll(/scale\(([\d.]+) ([\d.]+)\)/g)].map(
      ([, wide, tall]) => [Number(wide), Number(tall)] as const,
    );

  it('stand beside a person of 1.75 m, to one scale', () => {
    const shown = example('record');
    if (shown.view !== 'record') throw new Error('The example is another view.');
    const html = renderShown({ ...shown, figure: { category: 'humanoid', height_cm: 87.5, width_cm: 40 } });
    const [person, robot] = drawn(html);
    expect((robot?.[1] ?? 0) * 2).toBeCloseTo(person?.[1] ?? 0, 1);
  });

  it('are left out where nothing is known', () => {
    const shown = example('record');
    if (shown.view !== 'record') throw new Error('The example is another view.');
    const { figure: _, ...without } = shown;
    expect(renderShown(without)).not.toContain('lineup');
    expect(renderShown({ ...shown, figure: { category: 'humanoid', length_cm: 30 } })).not.toContain(
      'lineup',
    );
  });
});

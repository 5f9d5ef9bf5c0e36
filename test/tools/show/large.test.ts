import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderShown } from '../../../src/cli/render/shown.ts';
import { PLAIN } from '../../../src/cli/render/style.ts';
import type { Catalogue } from '../../../src/search/catalogue.ts';
import { type ShownChart, shown } from '../../../src/tools/show/shape.ts';
import { onlyRecords, openSmall, robotWith } from '../../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../../helpers/tools.ts';

const COUNT = 10_000;

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  const robots = Array.from({ length: COUNT }, (_, i) =>
    robotWith({
      id: `robot-${i}`,
      specs: { payload_kg: 1 + (i % 997), mass_kg: 2 + i },
      released: `${1990 + (i % 30)}-0${1 + (i % 9)}`,
      tags: [],
    }),
  );
  catalogue = await openSmall(onlyRecords({ robots }));
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

async function chart(args: object): Promise<ShownChart> {
  const { structured, error } = await tools.ask('show', { view: 'chart', ...args });
  expect(error).toBeUndefined();
  return shown.parse(structured) as ShownChart;
}

it('of 10,000 points 2,000 are drawn, and the others counted', async () => {
  const drawn = await chart({ x: 'payload_kg', y: 'mass_kg' });
  expect([drawn.total, drawn.points.length, drawn.left_out]).toEqual([COUNT, 2000, COUNT - 2000]);
  expect(new Set(drawn.points.map(({ id }) => id)).size).toBe(2000);
  const lines = renderShown(drawn, { width: 40, style: PLAIN }).split('\n');
  expect(lines.filter((line) => [...line].length > 40)).toEqual([]);
  expect(lines.join('\n')).toContain('8,000 left out');
});

it('of 10,000 records over time every one is counted', async () => {
  const drawn = await chart({ x: 'released' });
  expect(drawn.x.type).toBe('year');
  expect(drawn.points.reduce((sum, { y }) => sum + y, 0)).toBe(COUNT);
});

it('records that are added or replaced while it runs are drawn as they are now', async () => {
  catalogue.put('robots', robotWith({ id: 'robot-0', specs: { payload_kg: 5, mass_kg: 9 } }));
  catalogue.put('robots', robotWith({ id: 'robot-new', category: 'amr', specs: {} }));
  const drawn = await chart({ x: 'category' });
  expect(drawn.points).toEqual([
    { x: 'humanoid', y: COUNT },
    { x: 'amr', y: 1 },
  ]);
});

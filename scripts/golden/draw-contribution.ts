import type { Random } from '../harness/random.ts';
import { oddValue } from './odd-value.ts';
import { type Rows, textOf } from './records.ts';

const sources = [{ url: 'https://example.org/sheet', title: 'Data sheet' }];

/** A right or wrong call of one of the four tools that write. */
export function drawContribution(random: Random, rows: Rows): { tool: string; args: unknown } {
  const [tool, draw] = random.pick(Object.entries(writers));
  const args = draw(random, rows);
  if (random.next() < 0.3) {
    const names = [...Object.keys(args), 'note', 'url', 'colour'];
    args[random.pick(names)] = random.pick([undefined, 'x', oddValue(random, 2)]);
  }
  return { tool, args };
}

const writers: Readonly<Record<string, (random: Random, rows: Rows) => Record<string, unknown>>> = {
  submit_publication: (random, rows) => ({
    ...random.pick([
      { arxiv_id: textOf(random, rows.publications, 'arxiv_id') },
      { url: textOf(random, rows.publications, 'url') },
      { url: `https://example.org/paper-${random.below(40)}` },
      { arxiv_id: random.pick(['2401.99999999', 'cs/061', 'hello', '']) },
      { url: random.pick(['ftp://example.org/x', 'http://localhost/x', 'no address', 'https://a']) },
      {},
    ]),
  }),
  report_error: (random, rows) => {
    const type = random.pick(['robots', 'publications', 'startups', 'news', 'manufacturers'] as const);
    const id = random.next() < 0.85 ? textOf(random, rows[type], 'id') : 'no-such-record';
    return {
      resource_type: random.next() < 0.9 ? type : 'toasters',
      resource_id: id,
      problem: random.pick(['The number is wrong.', 'The page is gone.', `Wrong since ${random.below(30)}.`]),
      ...(random.next() < 0.6 && {
        field: random.pick(['specs.mass_kg', 'name', 'url', 'price', 'country', 'nothing.at.all']),
      }),
      ...(random.next() < 0.6 && {
        suggested_value: random.pick(['36', 'Zeppelin', 'DE', 'https://example.org/z']),
      }),
      ...(random.next() < 0.5 && { evidence_url: 'https://example.org/evidence' }),
    };
  },
  submit_robot: (random, rows) => ({
    name: random.pick([`Quokka ${random.below(30)}`, textOf(random, rows.robots, 'name')]),
    manufacturer: random.pick([textOf(random, rows.manufacturers, 'id'), 'Nobody Inc']),
    category: random.pick(['quadruped', 'robot dogs', textOf(random, rows.robots, 'category'), 'toaster']),
    status: random.pick(['announced', 'On sale', 'prototype', 'gone']),
    description: 'Small walking robot for lessons, shown with a depth camera and an open software interface.',
    sources,
    ...(random.next() < 0.4 && { specs: { mass_kg: 1 + random.below(40), dof: 12 } }),
  }),
  submit_startup: (random, rows) => ({
    name: random.pick([`Quillstone ${random.below(30)}`, textOf(random, rows.startups, 'name')]),
    country: random.pick(['Portugal', 'PT', 'Atlantis', 'US']),
    stage: random.pick(['seed', 'Series A', 'late']),
    focus: random.pick([['vineyards'], ['warehouse', 'amr'], []]),
    description: 'Builds a pruning robot for steep vineyards, sold by the season to growers.',
    sources,
  }),
};

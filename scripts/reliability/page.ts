import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { faultsFound } from '../simulation/found.ts';
import { type Promised, promises } from './promises.ts';
import { count, type Mutated, type Run, reportOf, runs } from './runs.ts';

/** docs/reliability.md: the promises, what tries to break them, and what the kept reports say of it. */
export function writePage(root: string): string {
  return `${[
    '# What is promised, and what tries to break it',
    '',
    `Written by \`npm run docs:reliability\` from the reports in [reliability](reliability), which the commands below write
as they end: no figure here is typed by hand. A run is the same again for the same seed.`,
    '',
    '| promise | what tries it | broken |',
    '|---|---|---:|',
    ...promises.map((promised) => rowOf(root, promised)),
    '',
    '## The runs',
    '',
    '| run | command | how much | seeds | broken |',
    '|---|---|---|---|---:|',
    ...runs.map((run) => runRow(root, run)),
    '',
    ...foundSection(),
    ...mutationSection(root),
    ...metSection(root),
  ].join('\n')}`;
}

function rowOf(root: string, { promise, stated, runs: names, tests, commands = [] }: Promised): string {
  const of = names.map((name) => runNamed(name));
  const told = of.map((run) => ({ run, report: reportOf(root, run.name) }));
  const broken = told
    .filter(({ report }) => report !== undefined)
    .map(({ run, report }) => run.tell(report).broken);
  const tried = [
    ...told.map(({ run, report }) =>
      report === undefined ? `${run.name}: no report is kept` : `${run.name}: ${run.tell(report).often}`,
    ),
    ...tests.map((test) => linkToTest(root, test)),
    ...commands.map((command) => `\`${command}\``),
  ];
  const where = stated.map((page) => linkToPage(root, page)).join(', ');
  const sum = broken.length === 0 ? '' : count(broken.reduce((all, each) => all + each, 0));
  return `| ${promise} (${where}) | ${tried.join('<br>')} | ${sum} |`;
}

function runRow(root: string, run: Run): string {
  const report = reportOf(root, run.name);
  if (report === undefined) return `| ${run.name} | \`${run.command}\` | no report is kept | | |`;
  const { often, seeds, broken } = run.tell(report);
  return `| [${run.name}](reliability/${run.name}.json) | \`${run.command}\` | ${often} | ${seeds} | ${broken} |`;
}

function runNamed(name: string): Run {
  const found = runs.find((run) => run.name === name);
  if (found === undefined) throw new Error(`scripts/reliability/promises.ts names ${name}, which is no run.`);
  return found;
}

function linkToTest(root: string, test: string): string {
  if (!existsSync(join(root, 'test', test)))
    throw new Error(`scripts/reliability/promises.ts names test/${test}, which is not there.`);
  return `[test/${test}](../test/${test})`;
}

function linkToPage(root: string, page: string): string {
  const file = page === 'README' ? '../README.md' : `${page}.md`;
  if (!existsSync(join(root, 'docs', file)))
    throw new Error(`scripts/reliability/promises.ts names docs/${file}, which is not there.`);
  return `[${page}](${file})`;
}

/** What histories have shown; each is a test by its seeds. */
function foundSection(): string[] {
  return [
    '## What histories have found',
    '',
    'Faults of the program, mended: the gate, and each mutant, meets their seeds first ([test/scripts/simulation.test.ts](../test/scripts/simulation.test.ts)).',
    '',
    '| fault | histories of | seeds |',
    '|---|---|---|',
    ...faultsFound.map(({ kind, seeds, fault }) => `| ${text(fault)} | ${kind} | ${seeds.join(', ')} |`),
    '',
  ];
}

function mutationSection(root: string): string[] {
  const report = reportOf(root, 'mutations') as Mutated | undefined;
  if (report === undefined) return [];
  const caught = report.mutants.filter(({ verdict }) => verdict === 'caught');
  const tested = report.mutants.filter(({ verdict }) => verdict === 'tested');
  const others = report.mutants.filter(({ verdict }) => verdict !== 'caught' && verdict !== 'tested');
  return [
    '## What each line is for',
    '',
    `\`npm run mutate\` takes out each flush, renaming, exclusive file, removal, lock and check by which data are kept, one at
a time, and runs histories on what is left: ${count(caught.length)} of ${count(report.mutants.length)} mutants break a promise. ${
      report.tests
        ? `The tests of its file fail for ${count(tested.length)} more: most are checks of what strangers send or operators give, which no disk brings about.`
        : 'The tests of the files were not tried on the others in this run (`--no-tests`).'
    }`,
    '',
    '<details><summary>What caught each</summary>',
    '',
    '| taken out | histories | broken promise |',
    '|---|---:|---|',
    ...caught.map(({ id, histories, by }) => `| ${code(id)} | ${histories ?? ''} | ${text(by)} |`),
    '',
    '</details>',
    '',
    ...(tested.length === 0
      ? []
      : [
          '<details><summary>Which test fails for each of the others</summary>',
          '',
          '| taken out | test |',
          '|---|---|',
          ...tested.map(({ id, by }) => `| ${code(id)} | ${text(by)} |`),
          '',
          '</details>',
          '',
        ]),
    `What was not caught (${count(others.length)}), and what it is for:`,
    '',
    '| taken out | what it is for |',
    '|---|---|',
    ...others.map(({ id, reason }) => `| ${code(id)} | ${text(reason) || 'not explained yet'} |`),
    '',
  ];
}

/** How often each trouble met each kind of step, over all kinds of histories. */
function metSection(root: string): string[] {
  const met = new Map<string, Map<string, number>>();
  for (const { name } of runs.filter((run) => run.name.startsWith('simulation-'))) {
    const report = reportOf(root, name) as { readonly met?: Readonly<Record<string, number>> } | undefined;
    for (const [pair, times] of Object.entries(report?.met ?? {})) add(met, pair.split(' '), times);
  }
  if (met.size === 0) return [];
  const troubles = [...new Set([...met.values()].flatMap((row) => [...row.keys()]))].sort();
  return [
    '## What met what',
    '',
    'How often each kind of step of the disk failed, was the last before a kill, or lost its power, in the histories above.',
    '',
    `| step | ${troubles.join(' | ')} |`,
    `|---|${troubles.map(() => '---:').join('|')}|`,
    ...[...met]
      .sort()
      .map(([step, row]) => `| ${step} | ${troubles.map((each) => count(row.get(each) ?? 0)).join(' | ')} |`),
    '',
  ];
}

function add(
  met: Map<string, Map<string, number>>,
  [trouble = '', step = '']: string[],
  times: number,
): void {
  const row = met.get(step) ?? new Map<string, number>();
  met.set(step, row);
  row.set(trouble, (row.get(trouble) ?? 0) + times);
}

function code(id: string): string {
  return `\`${id.replaceAll('|', '\\|')}\``;
}

function text(given = ''): string {
  return given.replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 200);
}

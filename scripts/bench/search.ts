import { LOCAL_USER } from '../../src/lib/caller.ts';
import { breathe, grouped, median, quantile, timed } from '../harness/statistics.ts';
import { drawAll } from './questions/draw.ts';
import { openCatalogue, registryOver, totalOf } from './registry.ts';
import type { Question } from './rpc.ts';
import type { BenchOptions, Section } from './section.ts';

interface Measured {
  readonly question: Question;
  readonly matches: number;
  readonly ms: number;
  /** The same question again, answered from what is kept. */
  readonly keptMs: number;
}

/** What a search costs inside the process, with nothing kept from an earlier one. */
export async function search({ quick }: BenchOptions): Promise<Section[]> {
  const questions = await drawAll(quick ? 20 : 200);
  const passes = quick ? 1 : 3;
  const sections: Section[] = [];
  for (const [tool, asked] of Object.entries(questions)) {
    // Unmeasured: the first pass runs before the compiler has seen the code.
    const { first } = await pass(asked);
    const measured: Measured[] = [];
    for (let i = 0; i < passes; i++) measured.push(...(await pass(asked)).measured);
    sections.push({
      title: `search: ${tool}, inside the process`,
      rows: rowsOf(asked, measured),
      notes: [
        `${asked.length} distinct argument sets, ${passes} passes, each over a freshly opened snapshot, so that no answer is kept from before; then each question once more, answered from what is kept. The first search after opening: ${first.toFixed(1)} ms.`,
        slowestOf(measured),
      ],
    });
  }
  return sections;
}

/** Asks every question once of a freshly opened catalogue. */
async function pass(questions: readonly Question[]): Promise<{ first: number; measured: Measured[] }> {
  const catalogue = await openCatalogue();
  const registry = registryOver(catalogue);
  const tool = questions[0]?.tool ?? 'search_robots';
  const first = await timed(() => totalOf(registry, { tool, group: 'first', args: { limit: 1 } }));
  const measured: Measured[] = [];
  for (const question of questions) {
    const ask = () => registry.answer(question.tool, question.args, LOCAL_USER);
    const { ms, value } = await timed(ask);
    const again = await timed(ask);
    if (value.cached || !again.value.cached) throw new Error('A question was not kept as it should be.');
    const { total } = JSON.parse(value.json).structuredContent as { total: number };
    measured.push({ question, matches: total, ms, keptMs: again.ms });
    await breathe();
  }
  catalogue.close();
  return { first: first.ms, measured };
}

function rowsOf(questions: readonly Question[], measured: readonly Measured[]): Section['rows'] {
  const groups = [...new Set(questions.map(({ group }) => group))];
  return ['all', ...groups].map((group) => {
    const own = measured.filter(({ question }) => group === 'all' || question.group === group);
    const times = own.map(({ ms }) => ms);
    return {
      questions: group,
      count: questions.filter((question) => group === 'all' || question.group === group).length,
      'median matches': median(own.map(({ matches }) => matches)),
      'p50 ms': median(times),
      'p99 ms': quantile(times, 0.99),
      'slowest ms': quantile(times, 1),
      'kept, p50 ms': median(own.map(({ keptMs }) => keptMs)),
      'kept, p99 ms': quantile(
        own.map(({ keptMs }) => keptMs),
        0.99,
      ),
    };
  });
}

/** The questions with the highest median, so that one pause does not make a question slow. */
function slowestOf(measured: readonly Measured[]): string {
  const byArgs = grouped(measured, ({ question }) => JSON.stringify(question.args));
  const slowest = [...byArgs]
    .map(([args, times]) => ({ args, ms: median(times.map(({ ms }) => ms)) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 5);
  return `Slowest by median: ${slowest.map(({ args, ms }) => `\`${args}\` ${ms.toFixed(0)} ms`).join(', ')}.`;
}

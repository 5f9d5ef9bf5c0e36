import { LOCAL_USER } from '../../src/lib/caller.ts';
import { drawCalls } from '../golden/draw-calls.ts';
import { readRows } from '../golden/records.ts';
import { datasetFolder } from '../harness/program.ts';
import { Random } from '../harness/random.ts';
import { breathe, quantile, timed } from '../harness/statistics.ts';
import { type CostlyCall, drawCostly } from './questions/hostile.ts';
import { openCatalogue, registryOver } from './registry.ts';
import type { BenchOptions, Section } from './section.ts';

const SEED = 17;
/** No call may take longer, in milliseconds. */
const BOUND = 15;
/** A pause of the machine makes any call slow once: these are asked again. */
const ASKED_AGAIN = 5;
const SLOWEST_SHOWN = 12;

interface Measured {
  readonly call: CostlyCall;
  /** The best of three, in processor time where that is less. */
  readonly ms: number;
}

/** What the costliest calls cost inside the process, half of them ordinary ones, half drawn to cost much. */
export async function cost({ quick }: BenchOptions): Promise<Section[]> {
  const count = quick ? 600 : 10_000;
  const rows = readRows(datasetFolder);
  const random = new Random(SEED);
  const ordinary = drawCalls(rows, SEED, count)
    .filter(({ writes }) => !writes)
    .slice(0, count / 2)
    .map(({ tool, args }) => ({ tool, group: 'ordinary', args: args as CostlyCall['args'] }));
  const calls = [
    ...ordinary,
    ...Array.from({ length: count - ordinary.length }, () => drawCostly(random, rows)),
  ];
  const measured = await measure(calls);
  const byCost = [...measured].sort((a, b) => b.ms - a.ms);
  const groups = [...new Set(calls.map(({ group }) => group))];
  return [
    {
      title: 'cost: calls by what they are made of, inside the process',
      rows: ['all', ...groups].map((group) => rowOf(group, measured)),
      notes: [
        `${calls.length} calls drawn by seed ${SEED}, each the best of three; none may take more than ${BOUND} ms: ${measured.filter(({ ms }) => ms > BOUND).length} do.`,
      ],
    },
    {
      title: 'cost: the slowest calls',
      rows: byCost.slice(0, SLOWEST_SHOWN).map(({ call: { tool, group, args }, ms }) => ({
        ms,
        tool,
        group,
        arguments: JSON.stringify(args).slice(0, 160),
      })),
    },
  ];
}

/** Each registry begins with nothing kept, over a catalogue that stays open. */
async function measure(calls: readonly CostlyCall[]): Promise<Measured[]> {
  const catalogue = await openCatalogue();
  const measured: Measured[] = [];
  for (const call of calls) {
    const ask = async (): Promise<number> => {
      const registry = registryOver(catalogue, 'all');
      const before = process.cpuUsage();
      const { ms } = await timed(() => registry.answer(call.tool, call.args, LOCAL_USER));
      const { user, system } = process.cpuUsage(before);
      // What else runs on the machine is not the call's.
      return Math.min(ms, (user + system) / 1000);
    };
    let ms = await ask();
    for (let again = 0; again < 2 && ms > ASKED_AGAIN; again++) ms = Math.min(ms, await ask());
    measured.push({ call, ms });
    if (measured.length % 100 === 0) await breathe();
  }
  catalogue.close();
  return measured;
}

function rowOf(group: string, measured: readonly Measured[]): Section['rows'][number] {
  const times = measured.filter(({ call }) => group === 'all' || call.group === group).map(({ ms }) => ms);
  return {
    calls: group,
    count: times.length,
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
    'slowest ms': quantile(times, 1),
  };
}

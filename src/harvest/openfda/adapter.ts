import type { Adapter, Finding, HarvestRequest } from '../adapter.ts';
import { DeviceIndex } from '../match/devices.ts';
import {
  askOpenFda,
  type OpenFdaQuery,
  ofCodes,
  productCode,
  roboticProductCodes,
  within,
} from './client.ts';
import { judgeApproval, judgeNotification, judgeRecall } from './decisions.ts';

/** The name of a class says that its devices are robots. */
const roboticClasses = 'device_name:(robot OR robotic OR robotically OR exoskeleton)';

/** Robots whose category makes them medical devices, or may. */
export const medical: ReadonlySet<string> = new Set([
  'surgical',
  'exoskeleton',
  'rehabilitation',
  'telepresence',
  'companion',
  'robotic_hand',
  'laboratory',
]);

/** Decisions on robotic devices, for review, and their recalls, as news. */
export function openFdaAdapter(base: string): Adapter {
  return {
    name: 'openfda',
    // Decisions are listed weeks after they were made.
    overlapDays: 60,
    async *harvest(request) {
      const index = new DeviceIndex(request.known, ({ category }) => medical.has(category));
      const codes = await findCodes(base, request);
      const { since, today, known } = request;
      const seen = new Set<string>();
      yield* judged(base, query('device/510k', 'decision_date', codes, request), request, (result) =>
        judgeNotification(result, index, today),
      );
      yield { type: 'checkpoint', position: undefined };
      yield* judged(base, query('device/pma', 'decision_date', codes, request), request, (result) =>
        judgeApproval(result, index, today),
      );
      const recalls = {
        endpoint: 'device/recall',
        search: `${within('event_date_posted', since, today)} AND ${ofCodes(codes)}`,
        sort: 'event_date_posted:asc',
      };
      yield* judged(base, recalls, request, (result) => judgeRecall(result, index, known, { today, seen }));
    },
  };
}

function query(
  endpoint: string,
  field: string,
  codes: readonly string[],
  { since, today }: HarvestRequest,
): OpenFdaQuery {
  return { endpoint, search: `${within(field, since, today)} AND ${ofCodes(codes)}`, sort: `${field}:asc` };
}

/** The codes that are known here, and those that the FDA has made for robots since. */
async function findCodes(base: string, request: HarvestRequest): Promise<string[]> {
  const codes = new Set(Object.keys(roboticProductCodes));
  const classes = { endpoint: 'device/classification', search: roboticClasses };
  for await (const page of askOpenFda(base, classes, request)) {
    for (const result of page) {
      const code = (result as { product_code?: unknown } | null)?.product_code;
      if (typeof code === 'string' && productCode.test(code)) codes.add(code);
    }
  }
  return [...codes].sort();
}

async function* judged(
  base: string,
  asked: OpenFdaQuery,
  request: HarvestRequest,
  judge: (result: unknown) => Finding,
): AsyncGenerator<Finding> {
  let count = 0;
  for await (const page of askOpenFda(base, asked, request)) {
    for (const result of page) yield judge(result);
    count += page.length;
    request.onProgress(`${asked.endpoint}: ${count} results`);
  }
}

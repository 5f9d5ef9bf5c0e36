import { z } from 'zod';
import type { SourceOf } from '../../data/dataset/canonical.ts';
import { slugify } from '../../text/fold.ts';
import type { Finding } from '../adapter.ts';
import type { KnownRecords } from '../known.ts';
import type { DeviceIndex } from '../match/devices.ts';
import { inFuture, plain, refuse } from './decisions.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The fields of a recall that are used. */
const recall = z.object({
  cfres_id: z.string().regex(/^\d{1,10}$/),
  product_res_number: z.string().max(40),
  res_event_number: z.string().max(20).optional(),
  event_date_posted: day,
  recalling_firm: z.string().trim().min(2).max(300),
  product_description: z.string().trim().min(3),
  reason_for_recall: z.string().trim().min(3),
});
type Recall = z.infer<typeof recall>;

const longestSummary = 300;

/** A recall as news, once for all products of one event. `seen` holds the events of this run. */
export function judgeRecall(
  result: unknown,
  index: DeviceIndex,
  known: KnownRecords,
  run: { readonly today: string; readonly seen: Set<string> },
): Finding {
  const parsed = recall.safeParse(result);
  if (!parsed.success) return refuse('device/recall', result, 'product_res_number', parsed.error);
  const told = parsed.data;
  if (told.event_date_posted > run.today) {
    return inFuture('device/recall', told.product_res_number, told.event_date_posted);
  }
  const event = told.res_event_number ?? told.cfres_id;
  if (run.seen.has(event)) return { type: 'passed', why: 'the same recall' };
  const match = index.match({
    applicant: told.recalling_firm,
    device: told.product_description.slice(0, 300),
  });
  const isRobot = match !== undefined && match.confidence >= 0.5;
  if (!isRobot && !index.isMaker(told.recalling_firm)) return { type: 'passed', why: 'no robot of ours' };
  run.seen.add(event);
  const url = `https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfRES/res.cfm?ID=${told.cfres_id}`;
  if (known.newsAt(url) !== undefined) return { type: 'passed', why: 'known' };
  const robot = isRobot ? match.robot : undefined;
  const record = newsOf(told, url, robot);
  const isKnownId = known.find('news', record.id) !== undefined;
  return {
    type: 'record',
    kind: 'news',
    record: isKnownId ? { ...record, id: `${record.id}-${told.cfres_id}` } : record,
    // Whose robot it is must be beyond doubt before it stands under a name of ours.
    trusted: robot === undefined || (match?.confidence ?? 0) >= 0.8,
    reason: `recall ${told.product_res_number}`,
    source: url,
  };
}

function newsOf(told: Recall, url: string, robot: SourceOf<'robots'> | undefined): SourceOf<'news'> {
  const firm = plain(told.recalling_firm, 50);
  const device = robot?.name ?? plain(told.product_description.split(/[.;:,\n]/)[0] ?? '', 45);
  const headline = plain(`${firm} recalls ${device}`, 110);
  const what = plain(told.product_description, 70).replace(/[^….]$/, '$&.');
  const start = `The FDA posted recall ${told.product_res_number} of ${firm} on ${told.event_date_posted}: ${what} Stated reason: `;
  return {
    id: `${told.event_date_posted}-${slugify(headline, 60)}`,
    date: told.event_date_posted,
    headline,
    summary: plain(`${start}${plain(told.reason_for_recall, 400)}`, longestSummary),
    topic: 'safety',
    outlet: 'FDA',
    url,
    entities: [...new Set([robot?.manufacturer.name ?? firm, ...(robot === undefined ? [] : [robot.name])])],
    countries: robot === undefined ? [] : [robot.manufacturer.country],
    sources: [{ url, title: 'FDA, Medical Device Recalls' }],
  };
}

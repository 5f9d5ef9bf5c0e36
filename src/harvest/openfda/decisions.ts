import { z } from 'zod';
import type { SourceOf } from '../../data/dataset/canonical.ts';
import { sanitizeLine, sanitizeText } from '../../lib/sanitize.ts';
import { slugify } from '../../text/fold.ts';
import type { Finding } from '../adapter.ts';
import type { KnownRecords } from '../dataset-draft.ts';
import { certificationFinding, type DeviceIndex } from '../match/devices.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** Longer names of firms and devices are lists of them. */
const text = stated(1000);

/** A text as the FDA has it, sanitized and cut. */
function stated(most: number, least = 1) {
  return z
    .string()
    .overwrite((value) => sanitizeText(value, most))
    .min(least);
}

/** The fields of a premarket notification that are used; De Novo decisions have numbers that begin with DEN. */
const notification = z.object({
  k_number: z.string().regex(/^(?:K|BK|DEN)\d{5,6}$/),
  applicant: text,
  device_name: text,
  decision_date: day,
  decision_code: z.string().max(10),
});

/** The fields of a premarket approval or of one of its supplements that are used. */
const approval = z.object({
  pma_number: z.string().regex(/^[A-Z]{1,2}\d{5,6}$/),
  supplement_number: z.string().max(10).optional(),
  applicant: text,
  trade_name: text,
  decision_date: day,
  decision_code: z.string().max(10),
});

/** What a decision on a device is to our data. `today` bounds its date. */
export function judgeNotification(result: unknown, index: DeviceIndex, today: string): Finding {
  const parsed = notification.safeParse(result);
  if (!parsed.success) return refuse('device/510k', result, 'k_number', parsed.error);
  const {
    k_number: number,
    applicant,
    device_name: device,
    decision_date: date,
    decision_code,
  } = parsed.data;
  if (date > today) return inFuture('device/510k', number, date);
  const isDeNovo = number.startsWith('DEN');
  // Not substantially equivalent, withdrawn, declined: no clearance.
  if (!/^(?:SE|DENG)/.test(decision_code)) return { type: 'passed', why: 'not cleared' };
  const page = isDeNovo ? `denovo.cfm?id=${number}` : `pmn.cfm?ID=${number}`;
  return certificationFinding(
    index.match({ applicant, device }),
    {
      scheme: 'FDA',
      status: isDeNovo ? 'approved' : 'cleared',
      standard: isDeNovo ? 'De Novo' : '510(k)',
      identifier: number,
      date,
      evidence: 'regulator_record',
      source: `https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfpmn/${page}`,
    },
    `The FDA lists ${number}, "${sanitizeLine(device, 160)}" of ${sanitizeLine(applicant, 160)}, decided on ${date}.`,
  );
}

export function judgeApproval(result: unknown, index: DeviceIndex, today: string): Finding {
  const parsed = approval.safeParse(result);
  if (!parsed.success) return refuse('device/pma', result, 'pma_number', parsed.error);
  const { pma_number, supplement_number, applicant, trade_name: device, decision_date: date } = parsed.data;
  const number = supplement_number ? `${pma_number}/${supplement_number}` : pma_number;
  if (date > today) return inFuture('device/pma', number, date);
  // A supplement changes what was approved; only the approval itself is a certification of its own.
  if (supplement_number) return { type: 'passed', why: 'supplement' };
  if (!/^AP/.test(parsed.data.decision_code)) return { type: 'passed', why: 'not approved' };
  return certificationFinding(
    index.match({ applicant, device }),
    {
      scheme: 'FDA',
      status: 'approved',
      standard: 'PMA',
      identifier: pma_number,
      date,
      evidence: 'regulator_record',
      source: `https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfpma/pma.cfm?id=${pma_number}`,
    },
    `The FDA lists ${number}, "${sanitizeLine(device, 160)}" of ${sanitizeLine(applicant, 160)}, decided on ${date}.`,
  );
}

function refuse(endpoint: string, result: unknown, key: string, error: z.ZodError): Finding {
  const [issue] = error.issues;
  const what = (result as Record<string, unknown> | null)?.[key];
  const reason = `${issue?.path.join('.') || 'the result'}: ${issue?.message ?? 'not as expected'}`;
  return {
    type: 'refused',
    source: `openFDA ${endpoint}`,
    what: String(what ?? 'a result'),
    reason,
  };
}

function inFuture(endpoint: string, what: string, date: string): Finding {
  return { type: 'refused', source: `openFDA ${endpoint}`, what, reason: `is dated ${date}, in the future` };
}

/** The fields of a recall that are used. */
const recall = z.object({
  cfres_id: z.string().regex(/^\d{1,10}$/),
  product_res_number: z.string().max(40),
  res_event_number: z.string().max(20).optional(),
  event_date_posted: day,
  recalling_firm: stated(300, 2),
  product_description: stated(4000, 3),
  reason_for_recall: stated(4000, 3),
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
  const match = index.match({ applicant: told.recalling_firm, device: told.product_description });
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
    // The maker must be certain before the recall is attributed to a name of ours.
    trusted: robot === undefined || (match?.confidence ?? 0) >= 0.8,
    reason: `recall ${told.product_res_number}`,
    source: url,
  };
}

function newsOf(told: Recall, url: string, robot: SourceOf<'robots'> | undefined): SourceOf<'news'> {
  const firm = sanitizeLine(told.recalling_firm, 50);
  const device = robot?.name ?? sanitizeLine(told.product_description.split(/[.;:,\n]/)[0] ?? '', 45);
  const headline = sanitizeLine(`${firm} recalls ${device}`, 110);
  const what = sanitizeLine(told.product_description, 70).replace(/[^….]$/, '$&.');
  const start = `The FDA posted recall ${told.product_res_number} of ${firm} on ${told.event_date_posted}: ${what} Stated reason: `;
  return {
    id: `${told.event_date_posted}-${slugify(headline, 60)}`,
    date: told.event_date_posted,
    headline,
    summary: sanitizeLine(`${start}${sanitizeLine(told.reason_for_recall, 400)}`, longestSummary),
    topic: 'safety',
    outlet: 'FDA',
    url,
    entities: [...new Set([robot?.manufacturer.name ?? firm, ...(robot === undefined ? [] : [robot.name])])],
    countries: robot === undefined ? [] : [robot.manufacturer.country],
    sources: [{ url, title: 'FDA, Medical Device Recalls' }],
  };
}

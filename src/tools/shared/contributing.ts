import { z } from 'zod';
import type { Contributions, ProposedRecord, RecordReceipt } from '../../contributions/contributions.ts';
import { findKnown, whyNotInData } from '../../contributions/proposals.ts';
import { addressFault } from '../../data/dataset/checks/values.ts';
import { sanitizeLine, sanitizeText } from '../../lib/sanitize.ts';
import { validated } from '../../lib/validated.ts';
import { type Answer, type ToolContext, ToolError } from '../tool.ts';
import { readCountries } from './read-words.ts';

/** A text of several lines for a person to read, sanitized; control characters but line ends and tabs are refused. */
export function longText(max: number) {
  return z
    .string()
    .refine((value) => !/[^\P{Cc}\t\n\r]/u.test(value), 'control characters are not allowed')
    .overwrite(sanitizeText)
    .min(1)
    .max(max);
}

/** Throws INVALID_ARGUMENT for what is no public http(s) address. Nothing is fetched from it in any case. */
export function checkPublicAddress(field: string, text: string): void {
  const fault =
    /\s/.test(text) || sanitizeLine(text) !== text.normalize('NFC')
      ? 'holds spaces or characters that do not show; write it out'
      : addressFault(text);
  if (fault === undefined) return;
  throw new ToolError(
    'INVALID_ARGUMENT',
    `${field} ${fault}. It must be a public http(s) address, such as https://arxiv.org/abs/2401.02117.`,
    { field },
  );
}

/** What must be said of a contribution that a restart would lose; undefined once they are durable. */
export function keepNote({ durable }: Contributions): string | undefined {
  return durable
    ? undefined
    : 'Contributions are kept in memory only for now: this one is lost when the server ends.';
}

/** The arguments that tools for whole records share beside the fields. */
export const note = longText(1000).optional().describe('For the operator; never published');

export const submitOutput = z.looseObject({
  status: z.enum(['in_review', 'already_published']),
  id: z.string().describe('Id of the record'),
  ticket: z.string().optional(),
  joined: z.boolean(),
  notes: z.array(z.string()),
});

/** Checks a proposed record as the dataset is checked and hands it to the operator. Throws INVALID_ARGUMENT. */
export async function submitRecord(
  proposed: ProposedRecord,
  given: string | undefined,
  { catalogue, contributions, caller, today }: ToolContext,
): Promise<Answer> {
  const known = findKnown(catalogue, proposed);
  const fault = known === undefined ? whyNotInData(catalogue, proposed, today) : undefined;
  if (fault !== undefined) throw asToolError(fault, proposed.record);
  const receipt: RecordReceipt =
    known === undefined
      ? await contributions.submitRecord({ proposed, note: given, by: caller.name })
      : { status: 'already_published', joined: false, id: known.id };
  const lasting = receipt.status === 'in_review' ? keepNote(contributions) : undefined;
  return {
    structured: { ...receipt, ...(lasting !== undefined && { notes: [lasting] }) },
    text: [sentenceOf(receipt), ...(lasting === undefined ? [] : [lasting])].join('\n'),
  };
}

/** The one country that a word stands for, as a code. Throws INVALID_ARGUMENT. */
export function readCountry(field: string, text: string): string {
  const [code, ...more] = readCountries(field, text);
  if (code !== undefined && more.length === 0) return code;
  throw new ToolError('INVALID_ARGUMENT', `${field} "${text}" is no single country. Name one, such as KR.`, {
    field,
  });
}

/** A record that parses, or INVALID_ARGUMENT with the field at fault. */
export function parseRecord<T>(schema: z.ZodType<T>, draft: unknown): T {
  const parsed = validated(schema, draft);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ToolError('INVALID_ARGUMENT', `${field} is not accepted: ${issue?.message}.`, { field });
}

function sentenceOf({ status, id, ticket, joined }: RecordReceipt): string {
  if (status === 'already_published') {
    return `already_published: the data have it as ${id}. What is wrong or missing there is for report_error.`;
  }
  const again = joined ? ' It was proposed before, and yours is joined to it.' : '';
  return `in_review: ticket ${ticket}.${again} Searches find it as ${id} once an operator accepts it.`;
}

/** Most faults begin with the path of a field. */
function asToolError(fault: string, record: object): ToolError {
  const path = fault.split(' ', 1)[0] ?? '';
  const isField = Object.hasOwn(record, path.split('.', 1)[0] ?? '');
  return new ToolError('INVALID_ARGUMENT', `${fault}.`, isField ? { field: path } : {});
}

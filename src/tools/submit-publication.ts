import { z } from 'zod';
import { readArxivId } from '../arxiv/identifier.ts';
import type { SubmissionReceipt } from '../contributions/contributions.ts';
import { arxivPublicationId } from '../records/publication-id.ts';
import { ToolError } from './errors.ts';
import { keepNote } from './shared/keep-note.ts';
import { oneLine } from './shared/render.ts';
import { shortText } from './shared/search-input.ts';
import type { Answer, Tool, ToolContext } from './tool.ts';

const input = z.strictObject({
  arxiv_id: shortText(300)
    .optional()
    .describe('arXiv paper in any form: 2401.02117, arXiv:cs/0612047, an abs or pdf address, a DOI'),
  url: shortText(2000)
    .optional()
    .describe('Address of a paper; without an arXiv id in it an operator reviews it'),
  note: shortText(1000).optional().describe('For the operator; never published'),
});

export const submitPublication: Tool<typeof input> = {
  name: 'submit_publication',
  title: 'Submit a publication',
  description:
    'Propose a robotics paper that the data lack: give exactly one of arxiv_id and url. An arXiv paper is published once arXiv confirms it.',
  access: 'WRITE',
  announced: false,
  idempotent: true,
  openWorld: true,
  input,
  output: z.looseObject({
    status: z.enum(['published', 'already_published', 'pending', 'in_review']),
    ticket: z.string().optional(),
    publication: z.unknown().optional(),
  }),
  async run(args, context) {
    const given = onlyOne(args);
    const reading = readArxivId(given.value);
    if ('id' in reading) {
      const known = context.catalogue.find('publications', arxivPublicationId(reading.id));
      if (known !== undefined) return alreadyPublished(known);
    } else if (given.field === 'arxiv_id') {
      throw new ToolError('INVALID_ARGUMENT', `arxiv_id ${reading.problem}.`, { field: 'arxiv_id' });
    } else {
      checkAddress(given.value);
    }
    return receiptAnswer(await context.contributions.submitPublication(args), context);
  },
};

function onlyOne({ arxiv_id, url }: z.output<typeof input>): { field: 'arxiv_id' | 'url'; value: string } {
  if (arxiv_id !== undefined && url === undefined) return { field: 'arxiv_id', value: arxiv_id };
  if (url !== undefined && arxiv_id === undefined) return { field: 'url', value: url };
  const what =
    arxiv_id === undefined ? 'One of arxiv_id and url is needed' : 'Give arxiv_id or url, not both';
  throw new ToolError('INVALID_ARGUMENT', `${what}, such as {"arxiv_id":"2401.02117"}.`, {
    field: 'arxiv_id',
  });
}

function checkAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.hostname.includes('.')) return;
  throw new ToolError(
    'INVALID_ARGUMENT',
    'url must be a public http(s) address, such as https://arxiv.org/abs/2401.02117.',
    {
      field: 'url',
    },
  );
}

function alreadyPublished(publication: { id: string; title: string; url: string }): Answer {
  const { id, title, url } = publication;
  return {
    structured: { status: 'already_published', publication: { id, title, url } },
    text: `already_published: the paper is in the data as ${id}: ${oneLine(title)}`,
  };
}

function receiptAnswer({ status, ticket }: SubmissionReceipt, { contributions }: ToolContext): Answer {
  const sentence =
    status === 'pending'
      ? 'pending: arXiv has not confirmed the paper yet'
      : 'in_review: an operator looks at the address, since it has no arXiv identifier';
  const note = keepNote(contributions);
  return {
    structured: {
      status,
      ...(ticket !== undefined && { ticket }),
      ...(note !== undefined && { notes: [note] }),
    },
    text: [
      `${sentence}.${ticket === undefined ? '' : ` Ticket ${ticket}.`}`,
      ...(note === undefined ? [] : [note]),
    ].join('\n'),
  };
}

import { z } from 'zod';
import { readArxivId } from '../arxiv/identifier.ts';
import type { SubmissionReceipt } from '../contributions/contributions.ts';
import { addressText, shortText } from '../kinds/arguments.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import { schemaUri } from '../kinds/uris.ts';
import { lazily } from '../lib/lazily.ts';
import { oneLine } from './shared/answer.ts';
import { checkPublicAddress, keepNote, longText } from './shared/contributing.ts';
import type { Answer, Tool, ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    arxiv_id: shortText(300)
      .optional()
      .describe('arXiv paper in any form: 2401.02117, arXiv:cs/0612047, an abs or pdf address, a DOI'),
    url: addressText()
      .optional()
      .describe('Address of a paper; without an arXiv id in it an operator reviews it'),
    note: longText(1000).optional().describe('For the operator; never published'),
  }),
);

export const submitPublication: Tool<ReturnType<typeof input>> = {
  name: 'submit_publication',
  title: 'Submit a publication',
  description:
    'Propose a robotics paper that the data lack: give exactly one of arxiv_id and url. A robotics paper is published once arXiv confirms it; any other waits for review.',
  access: 'WRITE',
  announced: false,
  idempotent: true,
  openWorld: true,
  get input() {
    return input();
  },
  get output() {
    return z.looseObject({
      status: z.enum(['published', 'already_published', 'pending', 'in_review']),
      ticket: z.string().optional(),
      reason: z.string().optional().describe('Why it waits for review'),
      publication: z
        .looseObject({})
        .describe(`See ${schemaUri('publications')}`)
        .optional(),
      notes: z.array(z.string()),
    });
  },
  async run(args, context) {
    const { field, value } = onlyOne(args);
    checkGiven(field, value);
    const receipt = await context.contributions.submitPublication(args, context.caller.name);
    if (receipt.status === 'refused') {
      throw new ToolError(
        'ARXIV_NOT_FOUND',
        `${receipt.arxiv_id} ${receipt.reason}. Nothing was kept; check the id on arxiv.org.`,
        { field },
      );
    }
    return answer(receipt, context);
  },
};

function onlyOne({ arxiv_id, url }: z.output<ReturnType<typeof input>>): {
  field: 'arxiv_id' | 'url';
  value: string;
} {
  if (arxiv_id !== undefined && url === undefined) return { field: 'arxiv_id', value: arxiv_id };
  if (url !== undefined && arxiv_id === undefined) return { field: 'url', value: url };
  const what =
    arxiv_id === undefined ? 'One of arxiv_id and url is needed' : 'Give arxiv_id or url, not both';
  throw new ToolError('INVALID_ARGUMENT', `${what}, such as {"arxiv_id":"2401.02117"}.`, {
    field: 'arxiv_id',
  });
}

/** An address that names an arXiv paper which cannot be is refused for that, not sent to the operator. */
function checkGiven(field: 'arxiv_id' | 'url', value: string): void {
  const reading = readArxivId(value);
  if ('id' in reading) return;
  if (field === 'url') {
    checkPublicAddress('url', value);
    if (!/(?:^|\.)arxiv\.org$/i.test(new URL(value).hostname)) return;
  }
  throw new ToolError('INVALID_ARGUMENT', `${field} ${reading.problem}.`, { field });
}

const sentences: Readonly<Record<SubmissionReceipt['status'], string>> = {
  published: 'published: arXiv confirms the paper; the next search finds it',
  already_published: 'already_published: the paper is in the data',
  pending:
    'pending: arXiv could not be reached in time. The submission is kept, arXiv is asked again later, and the paper is published once it confirms',
  in_review: 'in_review: not published yet; an operator looks at it first',
};

function answer(receipt: SubmissionReceipt, { contributions }: ToolContext): Answer {
  const { status, ticket, publication, why } = receipt;
  const note = status === 'already_published' ? undefined : keepNote(contributions);
  return {
    structured: {
      status,
      ...(publication !== undefined && { publication: shown(publication) }),
      ...(ticket !== undefined && { ticket }),
      ...(why !== undefined && { reason: why }),
      ...(note !== undefined && { notes: [note] }),
    },
    text: [
      `${sentences[status]}${why === undefined ? '' : `, since ${oneLine(why)}`}.${ticket === undefined ? '' : ` Ticket ${ticket}.`}`,
      ...(publication === undefined
        ? []
        : [`${publication.id}: ${oneLine(publication.title)} (${publication.url})`]),
      ...(note === undefined ? [] : [note]),
    ].join('\n'),
  };
}

function shown({ id, title, authors, published, topics, url }: Publication): object {
  return { id, title, authors, published, topics, url };
}

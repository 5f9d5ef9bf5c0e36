import { z } from 'zod';
import { shortText } from '../kinds/arguments.ts';
import { isKind, type Kind, kinds } from '../kinds/kinds.ts';
import { lazily } from '../lib/lazily.ts';
import { ToolError } from './errors.ts';
import { checkField } from './shared/field-path.ts';
import { checkPublicAddress, longText } from './shared/given-text.ts';
import { keepNote } from './shared/keep-note.ts';
import { readTermOf } from './shared/read-words.ts';
import type { Tool, ToolContext } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    resource_type: shortText(40).describe(`${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`),
    resource_id: shortText().describe('Id of the record, such as unitree-g1'),
    field: shortText(80).optional().describe('Field at fault, such as price or specs.mass_kg'),
    problem: longText(2000).describe('What is wrong'),
    suggested_value: longText(2000).optional(),
    evidence_url: shortText(2000).optional().describe('A public page that shows it'),
    contact: shortText(200).optional().describe('For questions; never published'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

export const reportError: Tool<ReturnType<typeof input>> = {
  name: 'report_error',
  title: 'Report an error',
  description:
    "Report a wrong, outdated or missing fact in one record. Goes to the operator's review queue; answers with a ticket.",
  access: 'WRITE',
  announced: false,
  idempotent: true,
  openWorld: false,
  get input() {
    return input();
  },
  get output() {
    return z.looseObject({ status: z.literal('queued'), ticket: z.string(), joined: z.boolean() });
  },
  async run(args, context) {
    const kind = kindCalled(args.resource_type);
    const resource_id = existing(kind, args.resource_id, context);
    if (args.field !== undefined) checkField(kind, args.field);
    if (args.evidence_url !== undefined) checkPublicAddress('evidence_url', args.evidence_url);
    const receipt = await context.contributions.reportError(given(args, kind, resource_id));
    const note = keepNote(context.contributions);
    const joined = receipt.joined ? ' The same report was made before; yours joins it.' : '';
    return {
      structured: { ...receipt, ...(note !== undefined && { notes: [note] }) },
      text: [`queued: ticket ${receipt.ticket}.${joined}`, ...(note === undefined ? [] : [note])].join('\n'),
    };
  },
};

/** A kind by its name, or by a word for it: `paper`. */
function kindCalled(text: string): Kind {
  return isKind(text) ? text : (readTermOf('resource_type', 'resource_type', text) as Kind);
}

function given(args: Input, resource_type: Kind, resource_id: string) {
  const { field, problem, suggested_value, evidence_url, contact } = args;
  return {
    resource_type,
    resource_id,
    problem,
    ...(field !== undefined && { field }),
    ...(suggested_value !== undefined && { suggested_value }),
    ...(evidence_url !== undefined && { evidence_url }),
    ...(contact !== undefined && { contact }),
  };
}

function existing(kind: Kind, id: string, { catalogue }: ToolContext): string {
  const found = catalogue.find(kind, id);
  if (found !== undefined) return found.id;
  const near = catalogue.namesLike(kind, id, 3);
  const hint =
    near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ' Search for it first; answers show ids.';
  throw new ToolError('NOT_FOUND', `There is no record ${id} in ${kind}.${hint}`, {
    field: 'resource_id',
    accepted: near,
  });
}

import { z } from 'zod';
import { addressText, shortText } from '../kinds/arguments.ts';
import { isKind, type Kind, kinds, recordSchemas } from '../kinds/kinds.ts';
import { nearest } from '../kinds/vocabularies/vocabulary.ts';
import { lazily } from '../lib/lazily.ts';
import { checkPublicAddress, keepNote, longText } from './shared/contributing.ts';
import { readTermOf } from './shared/read-words.ts';
import type { Tool, ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    resource_type: shortText(40).describe(`${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`),
    resource_id: shortText().describe('Id of the record, such as unitree-g1'),
    field: shortText(80).optional().describe('Field at fault, such as price or specs.mass_kg'),
    problem: longText(2000),
    suggested_value: longText(2000).optional(),
    evidence_url: addressText().optional().describe('A public page that shows it'),
    contact: shortText(200).optional().describe('For questions; never published'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

export const reportError: Tool<ReturnType<typeof input>> = {
  name: 'report_error',
  title: 'Report an error',
  description: "Report a wrong, outdated or missing fact in one record. Goes to the operator's review queue.",
  access: 'WRITE',
  announced: false,
  idempotent: true,
  // With --service it is passed on.
  openWorld: true,
  get input() {
    return input();
  },
  get output() {
    return z.looseObject({
      status: z.literal('queued'),
      ticket: z.string(),
      joined: z.boolean(),
      notes: z.array(z.string()),
    });
  },
  async run(args, context) {
    const kind = kindCalled(args.resource_type);
    const resource_id = existing(kind, args.resource_id, context);
    if (args.field !== undefined) checkField(kind, args.field);
    if (args.evidence_url !== undefined) checkPublicAddress('evidence_url', args.evidence_url);
    const receipt = await context.contributions.reportError(
      given(args, kind, resource_id),
      context.caller.name,
    );
    const note = keepNote(context.contributions);
    const joined = receipt.joined ? ' The same report was made before, and yours is joined to it.' : '';
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

/** Throws INVALID_ARGUMENT for a path such as `specs.mass_kg` that leads to no field of the kind. */
function checkField(kind: Kind, field: string): void {
  let schema: z.ZodType = recordSchemas[kind];
  let walked = '';
  for (const step of field.split(/[.[\]]+/).filter((part) => part !== '')) {
    const inner = unwrap(schema);
    const next = stepInto(inner, step);
    if (next === undefined) throw noField(kind, walked, step, inner);
    walked = walked === '' ? step : `${walked}.${step}`;
    schema = next;
  }
  if (walked === '') throw noField(kind, '', field, recordSchemas[kind]);
}

function stepInto(schema: z.ZodType, step: string): z.ZodType | undefined {
  if (schema instanceof z.ZodArray && /^\d{1,4}$/.test(step)) return schema.element as z.ZodType;
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return undefined;
  return schema.shape[step] as z.ZodType;
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
    inner = inner.def.innerType as z.ZodType;
  return inner;
}

function memberOf(schema: z.ZodType, name: string): z.ZodType {
  return (schema as z.ZodObject).shape[name] as z.ZodType;
}

function noField(kind: Kind, walked: string, step: string, schema: z.ZodType): ToolError {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const where = walked === '' ? `Records of ${kind} have` : `${walked} of ${kind} has`;
  // `payload_kg` is a field of specs.
  const within = known.find((name) => stepInto(unwrap(memberOf(schema, name)), step) !== undefined);
  const near = within === undefined ? nearest(step, known, 1)[0] : `${within}.${step}`;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const list = schema instanceof z.ZodArray ? 'entries, counted from 0' : known.join(', ');
  const accepted = list === '' ? '' : ` Known there: ${list}.`;
  return new ToolError('INVALID_ARGUMENT', `${where} no field ${step}.${hint}${accepted}`, {
    field: 'field',
    ...(known.length > 0 && { accepted: known }),
  });
}

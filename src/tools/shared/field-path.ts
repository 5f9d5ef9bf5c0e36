import { z } from 'zod';
import { type Kind, recordSchemas } from '../../kinds/kinds.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { ToolError } from '../errors.ts';

/** Throws INVALID_ARGUMENT for a path such as `specs.mass_kg` that leads to no field of the kind. */
export function checkField(kind: Kind, field: string): void {
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

function noField(kind: Kind, walked: string, step: string, schema: z.ZodType): ToolError {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const where = walked === '' ? `Records of ${kind} have` : `${walked} of ${kind} has`;
  const [near] = nearest(step, known, 1);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const list = schema instanceof z.ZodArray ? 'entries, counted from 0' : known.join(', ');
  const accepted = list === '' ? '' : ` Known there: ${list}.`;
  return new ToolError('INVALID_ARGUMENT', `${where} no field ${step}.${hint}${accepted}`, {
    field: 'field',
    ...(known.length > 0 && { accepted: known }),
  });
}

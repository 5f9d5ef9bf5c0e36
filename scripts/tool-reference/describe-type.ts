/** The part of JSON Schema that the tools' arguments use. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

/** Says in words what an argument takes. */
export function describeType(schema: Schema): string {
  const { type, enum: values, items, properties, maxItems } = schema;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (items !== undefined) {
    return `list of ${describeType(items)}${maxItems === undefined ? '' : `, at most ${maxItems}`}`;
  }
  if (properties !== undefined) return describeObject(properties);
  if (type === 'string') return 'text';
  if (type === 'object') return 'object';
  if (type === 'boolean') return 'true or false';
  return `${type === 'integer' ? 'whole number' : 'number'}${range(schema)}`;
}

/** Fields that take the same are named together. */
function describeObject(properties: NonNullable<Schema['properties']>): string {
  const byType = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(properties)) {
    const type = describeType(schema);
    byType.set(type, [...(byType.get(type) ?? []), `\`${name}\``]);
  }
  const parts = [...byType].map(([type, names]) => `${names.join(', ')} (${type})`);
  return `object of ${parts.join('; ')}`;
}

function range({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `, ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : `, ${minimum} or more`;
}

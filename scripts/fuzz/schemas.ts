import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PROTOCOL_REVISIONS } from '../../src/protocol/protocol.ts';

/** What a request of each method is answered with, by its name in the revisions' schemas. */
const results = new Map(
  Object.entries({
    initialize: 'InitializeResult',
    ping: 'EmptyResult',
    'tools/list': 'ListToolsResult',
    'tools/call': 'CallToolResult',
    'resources/list': 'ListResourcesResult',
    'resources/templates/list': 'ListResourceTemplatesResult',
    'resources/read': 'ReadResourceResult',
    'resources/subscribe': 'EmptyResult',
    'resources/unsubscribe': 'EmptyResult',
    'prompts/list': 'ListPromptsResult',
    'prompts/get': 'GetPromptResult',
    'completion/complete': 'CompleteResult',
    'server/discover': 'DiscoverResult',
    'subscriptions/listen': 'SubscriptionsListenResult',
  }),
);

const folder = new URL('../../test/fixtures/protocol-schemas/', import.meta.url);
/** Results that were found valid already, by their text: most answers come often. */
const KEPT = 5_000;

interface RevisionSchemas {
  readonly of: (name: string) => ValidateFunction | undefined;
}

/** Holds answers against the schema of each revision, and what tools answer against the tool's own. */
export class Schemas {
  readonly #revisions = new Map(PROTOCOL_REVISIONS.map((revision) => [revision, read(revision)]));
  readonly #tools = new Map<string, ValidateFunction>();
  readonly #valid = new Set<string>();

  /** `tools` with the schemas of their answers. */
  constructor(tools: readonly { readonly name: string; readonly outputSchema?: object }[]) {
    const ajv = withFormats(new Ajv2020({ strict: false }));
    for (const { name, outputSchema } of tools) {
      if (outputSchema !== undefined) this.#tools.set(name, ajv.compile(outputSchema));
    }
  }

  /** What is wrong with a result, in the first of these revisions; nothing if it is right in any of them. */
  faultOfResult(
    revisions: readonly string[],
    method: string,
    tool: unknown,
    result: object,
  ): string | undefined {
    const key = `${revisions.join()} ${method} ${String(tool)} ${JSON.stringify(result)}`;
    if (key.length < 50_000 && this.#valid.has(key)) return undefined;
    const faults = revisions.map((revision) =>
      this.#faultIn(revision, results.get(method) ?? 'Result', result),
    );
    const fault = faults.includes(undefined) ? this.#faultOfTool(method, tool, result) : faults[0];
    if (fault === undefined && this.#valid.size < KEPT && key.length < 5_000) this.#valid.add(key);
    return fault;
  }

  /** What is wrong with an error. Where its id is null, as JSON-RPC has it, the rest is looked at. */
  faultOfError(revision: string, answer: Readonly<Record<string, unknown>>): string | undefined {
    const { id, ...others } = answer;
    // Revisions before 2025-11-25 want an id that can be read: what has none is in none of their forms.
    const whole = id === null ? { ...others, id: 0 } : answer;
    return this.#faultIn(revision, revision < '2025-11-25' ? 'JSONRPCError' : 'JSONRPCErrorResponse', whole);
  }

  /** What is wrong with a message that the server sends by itself. */
  faultOfNotice(revision: string, message: object): string | undefined {
    return this.#faultIn(revision, 'ServerNotification', message);
  }

  #faultIn(revision: string, name: string, value: object): string | undefined {
    const validate = this.#revisions.get(revision)?.of(name) ?? this.#revisions.get(revision)?.of('Result');
    if (validate === undefined || validate(value)) return undefined;
    return `${name} of ${revision} ${inWords(validate)}`;
  }

  #faultOfTool(method: string, tool: unknown, result: object): string | undefined {
    const validate = method === 'tools/call' && typeof tool === 'string' ? this.#tools.get(tool) : undefined;
    const { isError, structuredContent } = result as { isError?: boolean; structuredContent?: unknown };
    if (validate === undefined || isError === true || validate(structuredContent)) return undefined;
    return `the answer of ${tool} ${inWords(validate)}`;
  }
}

function read(revision: string): RevisionSchemas {
  const schema = JSON.parse(readFileSync(new URL(`${revision}.json`, folder), 'utf8'));
  const ajv = withFormats(new (schema.$defs === undefined ? Ajv : Ajv2020)({ strict: false }));
  ajv.addSchema(schema, revision);
  const names = schema.$defs === undefined ? 'definitions' : '$defs';
  return { of: (name) => ajv.getSchema(`${revision}#/${names}/${name}`) };
}

function withFormats<A extends Ajv>(ajv: A): A {
  addFormats.default(ajv);
  return ajv;
}

function inWords({ errors }: ValidateFunction): string {
  const [first] = errors ?? [];
  return `is not of its schema: ${first?.instancePath || 'it'} ${first?.message}`;
}

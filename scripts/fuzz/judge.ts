import { type Expected, type Id, isObject } from './expected.ts';
import type { Schemas } from './schemas.ts';

/** Nothing of these was sent, so that a server that says one says it of itself. */
const internals: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack', /\bat (?:async )?[\w.<>]+ \(|\.[cm]?[jt]s:\d+/],
  ['a path of this machine', /\/(?:home|root|tmp|usr|work|node_modules)\/|file:\/\/\/\w|[A-Z]:\\\\/],
  [
    'SQL',
    /\b(?:SELECT|INSERT|UPDATE|DELETE)\b.{1,60}\b(?:FROM|INTO|WHERE|SET)\b|sqlite|no such (?:table|column)|: syntax error/,
  ],
  [
    'an error of the language',
    /\b(?:Type|Range|Reference|Syntax|Zod)Error\b|is not a function|undefined is not/,
  ],
  ['an error of the system', /\bE(?:NOENT|ACCES|CONN\w+|MFILE|PIPE)\b/],
];

/** What of its inside a server tells in what it says of a failure. */
export function leaksIn(text: string): string[] {
  return internals.filter(([, pattern]) => pattern.test(text)).map(([what]) => `told ${what}`);
}

/** The code of a failure of the server's own. */
const INTERNAL_ERROR = -32_603;

/** Looks at what came back for a message; all give sentences, none if all is well. */
export class Judge {
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** What is wrong with the one answer to a message, in one of these revisions. */
  faultsOf(answer: unknown, expected: Expected, revisions: readonly string[]): string[] {
    if (!isObject(answer)) return ['answered no message'];
    if (expected.kind === 'nothing') return ['answered a notification or an answer'];
    if (answer.error !== undefined) return this.#faultsOfError(answer, expected.id, revisions);
    if (expected.kind === 'error') return ['took what is no message for one'];
    return this.#faultsOfResult(answer, expected, revisions);
  }

  /** What is wrong with a message that nobody asked for. */
  faultsOfNotice(message: unknown, revisions: readonly string[]): string[] {
    if (!isObject(message) || typeof message.method !== 'string') return ['sent what is no message'];
    if ('id' in message) return [`asked ${message.method}`];
    const faults = revisions.map((revision) => this.#schemas.faultOfNotice(revision, message));
    return faults.includes(undefined) ? [] : [faults[0] ?? 'sent a notice of no revision'];
  }

  /** What is wrong with an error that has no id: a refusal of HTTP's, or of what could not be read. */
  faultsOfRefusal(answer: unknown, revisions: readonly string[]): string[] {
    if (!isObject(answer) || answer.error === undefined) return ['refused without an error'];
    return this.#faultsOfError(answer, null, revisions);
  }

  #faultsOfResult(
    answer: Readonly<Record<string, unknown>>,
    { id, method, message }: Expected & { kind: 'answer' },
    revisions: readonly string[],
  ): string[] {
    const { result, ...others } = answer;
    if (!isObject(result)) return ['answered neither a result nor an error'];
    const negotiated = method === 'initialize' ? result.protocolVersion : undefined;
    const spoken = typeof negotiated === 'string' ? [negotiated] : revisions;
    const fault = this.#schemas.faultOfResult(spoken, method, message.params?.name, result);
    const text = result.isError === true ? JSON.stringify(result) : '';
    return [...faultsOfEnvelope(others, id), ...(fault === undefined ? [] : [fault]), ...leaksIn(text)];
  }

  #faultsOfError(
    answer: Readonly<Record<string, unknown>>,
    id: Id | null,
    [revision = '2025-11-25']: readonly string[],
  ): string[] {
    const { error, ...others } = answer;
    const fault = this.#schemas.faultOfError(revision, answer);
    const code = isObject(error) ? error.code : undefined;
    return [
      ...faultsOfEnvelope(others, id).map((each) => `${each}: ${JSON.stringify(error)?.slice(0, 300)}`),
      ...(fault === undefined ? [] : [fault]),
      ...(code === INTERNAL_ERROR ? ['failed to answer'] : []),
      ...leaksIn(JSON.stringify(error)),
    ];
  }
}

function faultsOfEnvelope(others: Readonly<Record<string, unknown>>, id: Id | null): string[] {
  const { jsonrpc, id: echoed, ...more } = others;
  const extra = Object.keys(more);
  return [
    ...(jsonrpc === '2.0' ? [] : ['answered without "jsonrpc": "2.0"']),
    // 0 and -0 are one number.
    ...(echoed === id ? [] : [`answered the id ${shortly(id)} with ${shortly(echoed)}`]),
    ...(extra.length === 0 ? [] : [`answered with a member ${extra[0]}`]),
  ];
}

function shortly(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').slice(0, 60);
}

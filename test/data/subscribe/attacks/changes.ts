import type { Asked, Delivery, Reply } from './attack.ts';

/** What becomes of an answer on its way. */
export type Change = (reply: Reply, asked: Asked) => Reply;

export const isRead = ({ method }: Asked) => method === 'resources/read';
export const isPart = ({ uri = '' }: Asked) => /\/\d+$/.test(uri);
export const isOpening = ({ method }: Asked) => method === 'initialize' || method === 'server/discover';

/** Changes the answers to what is asked, and leaves the others as they are. */
export function of(which: (asked: Asked) => boolean, change: Change): Change {
  return (reply, asked) => (which(asked) ? change(reply, asked) : reply);
}

export const reads = (change: Change) => of(isRead, change);

export function delivered(delivery: Delivery): Change {
  return (reply) => ({ ...reply, delivery });
}

export function headed(headers: Readonly<Record<string, string>>): Change {
  return (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } });
}

export function json(value: (reply: Reply, asked: Asked) => unknown): Change {
  return (reply, asked) => {
    const body = Buffer.from(JSON.stringify(value(reply, asked)));
    return { ...reply, status: 200, headers: { 'content-type': 'application/json' }, body };
  };
}

export function stream(lines: (reply: Reply, asked: Asked) => string, delivery?: Delivery): Change {
  return (reply, asked) => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: Buffer.from(lines(reply, asked)),
    ...(delivery !== undefined && { delivery }),
  });
}

export const status = (code: number, headers: Readonly<Record<string, string>> = {}): Change => {
  return () => ({
    status: code,
    headers: { 'content-type': 'text/plain', ...headers },
    body: Buffer.from('no'),
  });
};

export const noSuchMethod: Change = json((_reply, { id }) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32601, message: 'Method not found' },
}));

export function parsed({ body }: Reply): Record<string, unknown> {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What an answer to a reading has, as the protocol names it. */
interface Content {
  readonly uri: string;
  readonly text?: string | undefined;
  readonly blob?: string | undefined;
}

/** Changes what is read, and leaves the rest of the answer as it is. */
export function content(change: (content: Content) => Content): Change {
  return json((reply) => {
    const answer = parsed(reply) as { readonly result?: { readonly contents?: readonly Content[] } };
    if (answer.result?.contents === undefined) return answer;
    return { ...answer, result: { ...answer.result, contents: answer.result.contents.map(change) } };
  });
}

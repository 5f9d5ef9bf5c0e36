import { readFileSync } from 'node:fs';
import type { HttpAuth } from '../http/access-control.ts';
import type { HttpLimits, HttpOptions } from '../http/options.ts';
import type { Logger } from '../lib/log.ts';
import { platformDirectory } from '../lib/program.ts';
import type { Counters } from '../protocol/counters.ts';
import type { Service } from '../protocol/service.ts';
import type { BackgroundSync } from '../protocol/sync-data.ts';
import { OAUTH_OPTIONS, type OptionValues } from './options.ts';
import { registryOf, startSyncing } from './service-options.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** All workers ask soon after one another; what was read so short a time ago holds for each of them. */
const REUSED_MS = 5_000;

/** What the options say of the HTTP server itself. */
export function httpOptions(
  values: OptionValues,
  log: Logger,
): HttpOptions & { readonly limits: Partial<HttpLimits> } {
  return {
    host: values.host,
    port: values.port,
    allowedHosts: values['allowed-hosts'],
    allowedOrigins: values['allowed-origins'],
    proxies: values['trust-proxy'],
    limits: { idle: values['keep-alive'] * 1000 },
    challenge: readChallenge(values['openai-challenge']),
    onForwarded: () => warnOfProxy(log),
    onError: (error) => log.write('error', 'failure', { reason: error.stack ?? error.message }),
  };
}

/** A token of one line, as OpenAI hands it out. Throws a UsageError for a file that cannot be one. */
export function readChallenge(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--openai-challenge: ${(error as Error).message}`);
  }
  if (/^[\x21-\x7e]{1,500}$/.test(text)) return text;
  throw new UsageError(`--openai-challenge: ${file} does not hold one token, as OpenAI gives it.`);
}

/** Warns that a proxy, if there is one, makes one caller of all who come through it. */
export function warnOfProxy(log: Logger): void {
  const advice =
    'Requests come with X-Forwarded-For or Forwarded, which is not believed. If a proxy stands in front, all its callers count as one, who share turns and limits: set --trust-proxy 1.';
  log.write('warn', 'proxy not trusted', { advice });
}

/** Prepares what a server needs before it listens: authentication, the tools, background syncing. */
export async function prepare(
  service: Service,
  values: OptionValues,
  terminal: Terminal,
  log: Logger,
  readKeys?: ReadKeys,
): Promise<{ readonly auth: HttpAuth | undefined; readonly syncing: BackgroundSync | undefined }> {
  const auth = await httpAuth(values, log, readKeys);
  await checkTools(service, values);
  await warnOfKeys(values, log);
  await warnOfPassword(values, terminal, log);
  return { auth, syncing: await startSyncing(values, terminal, log) };
}

/** Counts and logs that the data were replaced. */
export function swapReporter(counters: Counters, log: Logger): (version: string) => void {
  return (version) => {
    counters.swap();
    log.write('info', 'data replaced', { version });
  };
}

/** Refuses tools that do not exist, and one that was asked for by name and would be offered to nobody. */
async function checkTools(service: Service, { tools, auth }: OptionValues): Promise<void> {
  if (typeof tools === 'string') return;
  const registry = await registryOf(service);
  const name = auth === 'none' ? tools.find((each) => registry.requirement(each)?.known) : undefined;
  if (name === undefined) return;
  throw new UsageError(`${name} is for callers who show who they are: add --auth keys or --auth oauth.`);
}

/** Tells that the server can be called, and how it is stopped. */
export function greet(
  url: string,
  version: string,
  values: OptionValues,
  terminal: Terminal,
  log: Logger,
): void {
  const { workers } = values;
  if (values['log-format'] === 'json') {
    log.write('info', 'listening', { url, version, workers });
    log.flush();
    return;
  }
  const by = workers > 1 ? ` with ${workers} workers` : '';
  terminal.stderr.write(`robotics-mcp ${version} answers at ${url}${by}\nTo stop it, press Ctrl-C.\n`);
}

/** Begins to listen; what keeps it from that becomes a sentence that says what to do. */
export async function listening<Server>(
  listen: () => Promise<Server>,
  { host, port }: OptionValues,
): Promise<Server> {
  try {
    return await listen();
  } catch (error) {
    throw new Error(explain(error as NodeJS.ErrnoException, host, port), { cause: error });
  }
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Choose another with --port, or --port 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} may not be used without further rights. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Choose one with --host, such as 127.0.0.1.`;
    default:
      return `The server cannot listen at ${host}:${port}: ${message}`;
  }
}

/** Reads an issuer's keys, as JSON. Rejects with a sentence. */
export type ReadKeys = () => Promise<unknown>;

/** Reads the keys of the issuer that the options name from the issuer itself. */
export function issuerKeys({ 'oauth-issuer': issuer, 'oauth-jwks': jwks }: OptionValues): ReadKeys {
  return async () => {
    const { readKeySet } = await import('../auth/key-set.ts');
    return readKeySet(issuer ?? '', jwks);
  };
}

/** Authentication over HTTP; undefined where there is none. Throws a UsageError. */
export async function httpAuth(
  values: OptionValues,
  log: Logger,
  readKeys: ReadKeys = issuerKeys(values),
): Promise<HttpAuth | undefined> {
  const { auth, private: isPrivate } = values;
  const idle = OAUTH_OPTIONS.find((name) => values[name] !== undefined && values[name].length > 0);
  if (auth !== 'oauth' && idle !== undefined) {
    throw new UsageError(`--${idle} is for tokens of an issuer: add --auth oauth.`);
  }
  if (auth === 'none') {
    if (isPrivate)
      throw new UsageError('--private wants to know who calls: add --auth keys or --auth oauth.');
    return undefined;
  }
  return auth === 'keys' ? keysAuth(values, log) : oauthAuth(values, log, readKeys);
}

async function keysAuth(values: OptionValues, log: Logger): Promise<HttpAuth> {
  const { KeyAuthenticator } = await import('../auth/key-authenticator.ts');
  const onProblem = (error: unknown): void => log.write('error', 'failure', { reason: reasonOf(error) });
  const authenticator = new KeyAuthenticator({ ...(await keyFileOf(values)), onProblem });
  return { authenticator, isPrivate: values.private };
}

/** Keys of a database are good for so long after it was last read. */
const KEYS_GOOD_MS = 3_600_000;

/** The file of keys, or of a copy of those in the database, which grows too old in time. */
async function keyFileOf(
  values: OptionValues,
): Promise<{ readonly path: string; readonly isStale?: () => boolean }> {
  const directory = values['data-dir'] ?? platformDirectory();
  if (values.store === undefined) {
    const { keyFileIn } = await import('../auth/keys.ts');
    return { path: keyFileIn(directory) };
  }
  const { FoldReader, foldedKeys, foldIn } = await import('../contributions/postgres/fold.ts');
  const reader = new FoldReader(foldIn(directory));
  return {
    path: foldedKeys(foldIn(directory)),
    isStale: () => Date.now() - (reader.state?.followed_at ?? 0) > KEYS_GOOD_MS,
  };
}

async function oauthAuth(values: OptionValues, log: Logger, read: ReadKeys): Promise<HttpAuth> {
  const { 'oauth-issuer': issuer, 'oauth-audience': audiences } = values;
  if (issuer === undefined || audiences.length === 0) {
    throw new UsageError(
      '--auth oauth needs --oauth-issuer and --oauth-audience, such as --oauth-audience https://robots.example.org/api/mcp.',
    );
  }
  const resource = values['oauth-resource'] ?? audiences.find((each) => /^https?:\/\//.test(each));
  if (resource === undefined || !URL.canParse(resource)) {
    throw new UsageError(
      'No --oauth-audience is an address: say with --oauth-resource where callers reach this endpoint.',
    );
  }
  const { JwtAuthenticator } = await import('../auth/jwt-authenticator.ts');
  const { KeySet } = await import('../auth/key-set.ts');
  const { resourceMetadata } = await import('../auth/addresses.ts');
  const keySet = new KeySet({
    read,
    onProblem: (error) => log.write('error', 'failure', { reason: reasonOf(error) }),
  });
  // So that the operator hears at once of what would keep callers out.
  keySet.watch();
  return {
    authenticator: new JwtAuthenticator({ issuer, audiences, keySet }),
    isPrivate: values.private,
    metadata: resourceMetadata(resource, issuer),
  };
}

/** Warns where no caller could authenticate, or others could make themselves keys. */
async function warnOfKeys(values: OptionValues, log: Logger): Promise<void> {
  if (values.auth !== 'keys') return;
  const { readKeyFile } = await import('../auth/keys.ts');
  const { path } = await keyFileOf(values);
  await warnOfExposure(path, log);
  if (readKeyFile(path).some(({ sha256 }) => sha256 !== undefined)) return;
  const store = values.store === undefined ? '' : " --store OWNER'S-ADDRESS";
  const advice = `There is no key in ${path} yet. Add one: robotics-mcp keys add NAME --scope write${store}`;
  log.write('warn', 'no keys', { advice });
}

/** Warns where others may read the password of the database. */
async function warnOfPassword({ store }: OptionValues, { env }: Terminal, log: Logger): Promise<void> {
  if (store === undefined || env.PGPASSWORD !== undefined) return;
  const { passwordFile } = await import('../contributions/postgres/address.ts');
  await warnOfExposure(passwordFile(env), log);
}

async function warnOfExposure(path: string, log: Logger): Promise<void> {
  const { exposureOf } = await import('../lib/secret-file.ts');
  const exposure = exposureOf(path);
  if (exposure !== undefined)
    log.write('warn', 'secret exposed', { reason: exposure.says, advice: exposure.todo });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads once for all who ask at about the same time. A failure is everybody's too, and is not kept. */
export function readOnceForAll(read: ReadKeys, now: () => number = Date.now): ReadKeys {
  let last: Promise<unknown> | undefined;
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    if (last === undefined || now() - at > REUSED_MS) {
      at = now();
      last = read().catch((error: unknown) => {
        last = undefined;
        throw error;
      });
    }
    return last;
  };
}

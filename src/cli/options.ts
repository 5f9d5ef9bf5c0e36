import { DEFAULT_LIMITS } from '../http/options.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat } from '../lib/log.ts';
import type { ToolSelection } from '../protocol/service.ts';
import {
  type AuthChoice,
  oneOf,
  type Reader,
  readAddress,
  readAuth,
  readBoolean,
  readCount,
  readHeaderText,
  readHours,
  readIssuer,
  readKeyOrPath,
  readList,
  readOrigins,
  readPath,
  readSafeAddress,
  readText,
  readTools,
  within,
} from './option-readers.ts';

/** An option of the program: known to the command line, to the environment and to the documentation. */
export interface DeclaredOption<Value> {
  readonly type: 'boolean' | 'string';
  readonly default: Value;
  readonly describe: string;
  /** True if the option may stand by itself: its text then is empty. */
  readonly mayStandAlone?: boolean;
  /** Its variable in the environment, where that is not its name behind `ROBOTICS_MCP_`. */
  readonly variable?: string;
  readonly read: Reader<Value>;
}

/** Every option but those of a tool, with its default. */
export const options = {
  http: flag('Serve over HTTP instead of stdio'),
  port: option('Port of the HTTP server; 0 takes any free one', 8787, within(0, 65_535)),
  host: option('Address that the HTTP server listens at', '127.0.0.1', readText),
  'allowed-hosts': option(
    "Names under which this server may be called beside localhost, comma separated; '*' allows any",
    [],
    readList,
  ),
  'allowed-origins': option(
    "Origins whose web pages may call this server beside those of localhost, comma separated; '*' allows any",
    [],
    readOrigins,
  ),
  auth: option<AuthChoice>(
    'How callers over HTTP show who they are: none, keys (see: keys --help), oauth',
    'none',
    readAuth,
  ),
  private: flag('With --auth: reading wants a token too'),
  'oauth-issuer': optional(
    'Who issues the tokens of --auth oauth, as it stands in them, such as https://login.example.org',
    readIssuer,
  ),
  'oauth-audience': option(
    'For whom the tokens are issued: the address of this endpoint as its callers know it; several comma separated',
    [],
    readList,
  ),
  'oauth-resource': optional('That address, if the audience is another name', readAddress),
  'openai-challenge': optional('File with what OpenAI gave to prove whose the host is', readPath),
  'oauth-jwks': optional("Address of the issuer's keys, if it does not say so itself", readSafeAddress),
  workers: option('Processes that answer, sharing the port; one for each core is plenty', 1, within(1, 64)),
  'trust-proxy': option(
    'Proxies in front of this server whose X-Forwarded headers are believed; 0 believes none',
    0,
    within(0, 10),
  ),
  'rate-limit': option(
    'Requests a minute that one caller may make; 0 sets no limit',
    0,
    within(0, 1_000_000),
  ),
  'keep-alive': option(
    'Seconds that a connection stays open between two requests; longer than a balancer in front keeps it',
    DEFAULT_LIMITS.idle / 1000,
    within(1, 3600),
  ),
  tools: option<ToolSelection>(
    'Tools to offer: default, beta (the five of the hosted service), chatgpt (search and fetch), all, or names, comma separated',
    'default',
    readTools,
  ),
  'read-only': flag('Offer no tool that writes'),
  links: flag('Add resource_link to answers with full records, for callers of revision 2025-06-18 and newer'),
  structured: option<'full' | 'brief'>(
    'What structuredContent is: full has the data; brief has the text, for hosts whose models read no other',
    'full',
    oneOf(['full', 'brief']),
  ),
  'data-dir': {
    ...optional("Directory for contributions and synced data (default: the platform's own place)", readPath),
    variable: 'ROBOTICS_MCP_HOME',
  },
  store: optional(
    'Address of a PostgreSQL that keeps contributions, keys and reviews for any number of servers, without its password (see: store --help)',
    readText,
  ),
  'arxiv-api': optional(
    'Address of the arXiv query interface, if not its own (https://export.arxiv.org/api/query)',
    readAddress,
  ),
  'arxiv-contact': optional(
    'Mail or page by which arXiv can reach you, sent with each request to it',
    readHeaderText,
  ),
  'max-pending': option('Contributions that may wait for review before more are refused', 1000, readCount),
  'max-megabytes': option('Megabytes of contributions before more are refused', 128, within(1, 100_000)),
  service: optional('Endpoint of a hosted service, to which contributions are passed on', readAddress),
  'forward-contact': flag('Pass on contact and note with contributions'),
  'log-level': optional(
    `What to log on standard error: ${LOG_LEVELS.join(', ')} (default: info over HTTP, warn on stdio)`,
    oneOf(LOG_LEVELS),
  ),
  'log-format': option<LogFormat>(`How to log: ${LOG_FORMATS.join(', ')}`, 'text', oneOf(LOG_FORMATS)),
  sync: {
    ...optional(
      'Fetch newer data in the background, at start and then every so many hours (24 if none are given)',
      readHours,
    ),
    mayStandAlone: true,
  },
  from: optional(
    'Endpoint of the service that data are fetched from (default: that of --service)',
    readAddress,
  ),
  'sync-key': option(
    'Public keys of the publishers whose data are taken, as "release keygen" prints them, comma separated',
    [],
    readList,
  ),
  'allow-unsigned': flag('Take data that nobody has signed'),
  releases: optional(
    'Releases directory: what the release command fills, and a server hands out to clients that sync',
    readPath,
  ),
  dataset: option('Folder of the records that a release is cut from', 'dataset', readPath),
  key: {
    ...optional(
      'File of the private key that signs releases; its variable may hold the key itself',
      readKeyOrPath,
    ),
    // A secret says whose it is.
    variable: 'ROBOTICS_MCP_RELEASE_KEY',
  },
  feeds: optional(
    'File that lists the news feeds to harvest (default: feeds.json in the dataset folder)',
    readPath,
  ),
  'links-per-day': option(
    'Pages of sources that one run of the link check asks for; 0 for none',
    50,
    within(0, 10_000),
  ),
  'arxiv-oai': option(
    'Address of the arXiv OAI-PMH interface, if not its own',
    'https://oaipmh.arxiv.org/oai',
    readAddress,
  ),
  openfda: option('Address of openFDA, if not its own', 'https://api.fda.gov', readAddress),
  json: flag('Print JSON instead of text'),
};

export type OptionName = keyof typeof options;

export type OptionValues = {
  readonly [Name in OptionName]: (typeof options)[Name] extends DeclaredOption<infer Value> ? Value : never;
};

/** The names of all options, without their dashes. */
export const optionNames = Object.keys(options) as readonly OptionName[];

/** The options that `--auth oauth` alone has. */
export const OAUTH_OPTIONS = ['oauth-issuer', 'oauth-audience', 'oauth-resource', 'oauth-jwks'] as const;

/** The options that serving over HTTP alone has. */
export const HTTP_OPTIONS: readonly OptionName[] = [
  'port',
  'host',
  'allowed-hosts',
  'allowed-origins',
  'auth',
  'private',
  ...OAUTH_OPTIONS,
  'workers',
  'trust-proxy',
  'rate-limit',
  'keep-alive',
  'releases',
  'store',
  'openai-challenge',
];

/** The options that say what a running server tells its operator. */
const LOG_OPTIONS: readonly OptionName[] = ['log-level', 'log-format'];

/** The options that say where contributions are kept, and where they go. */
export const DATA_OPTIONS: readonly OptionName[] = [
  'data-dir',
  'arxiv-api',
  'arxiv-contact',
  'max-pending',
  'max-megabytes',
  'service',
  'forward-contact',
];

/** The options of cutting releases. */
export const RELEASE_OPTIONS: readonly OptionName[] = ['releases', 'dataset', 'key', 'data-dir', 'json'];

/** The options that say where data are synced from, and whose are taken. */
export const SYNC_OPTIONS: readonly OptionName[] = ['from', 'sync-key', 'allow-unsigned'];

/** The options of harvesting, alone and as a part of the day. */
export const HARVEST_OPTIONS: readonly OptionName[] = [
  ...RELEASE_OPTIONS,
  'feeds',
  'links-per-day',
  'arxiv-oai',
  'arxiv-api',
  'arxiv-contact',
  'openfda',
  'max-pending',
  'max-megabytes',
];

/** The options of the default command. */
export const SERVE_OPTIONS: readonly OptionName[] = [
  'http',
  ...HTTP_OPTIONS,
  'tools',
  'read-only',
  'links',
  'structured',
  ...DATA_OPTIONS,
  ...LOG_OPTIONS,
  'sync',
  ...SYNC_OPTIONS,
];

/** The options of the commands that print. */
export const PRINT_OPTIONS: readonly OptionName[] = ['json', 'tools', 'read-only', ...DATA_OPTIONS];

function option<Value>(describe: string, fallback: Value, read: Reader<Value>): DeclaredOption<Value> {
  return { type: 'string', default: fallback, describe, read };
}

/** An option without a default. */
function optional<Value>(
  describe: string,
  read: Reader<Value | undefined>,
): DeclaredOption<Value | undefined> {
  return option<Value | undefined>(describe, undefined, read);
}

function flag(describe: string): DeclaredOption<boolean> {
  return { type: 'boolean', default: false, describe, read: readBoolean };
}

import { type Client, clients, SERVER_NAME } from '../cli/install/clients.ts';
import { eventNames } from '../protocol/events/event-types.ts';
import { feedNames } from '../protocol/feed-names.ts';
import type { ServiceStatus } from '../protocol/service-status.ts';
import type { Overview } from '../tools/show/overview-shape.ts';
import { renderStart } from '../view/on-server.js';
import { pageDocument } from './explorer/document.ts';
import type { ViewAssets } from './explorer/view-assets.ts';
import { Kept } from './kept.ts';
import { PAGE_TYPE } from './page-parts.ts';

/** Under so many names and ports of the host, and for so many rights of callers, a page is kept; then the oldest goes. */
const MOST_KEPT = 64;

/** Renders the start page, and keeps it as long as what it shows stays the same. */
export class StartPages {
  readonly #kept = new Map<string, Kept>();
  #overview: Overview | undefined;

  /** The same `overview` is taken to be the same object. */
  get(page: StartPage): Kept {
    const { status, overview, address, isExplorer } = page;
    if (overview !== this.#overview) this.#kept.clear();
    this.#overview = overview;
    const key = JSON.stringify([status, address, isExplorer]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = new Kept(PAGE_TYPE, renderPage(page));
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}

interface StartPage {
  readonly status: ServiceStatus;
  readonly overview: Overview;
  /** The endpoint as the reader reached it. */
  readonly address: string;
  /** True where the reader may search. */
  readonly isExplorer: boolean;
  readonly view: ViewAssets | undefined;
}

/** Renders the start page. */
export function renderPage({ status, overview, address, isExplorer, view }: StartPage): string {
  const main = renderStart({
    status,
    overview,
    address,
    isExplorer,
    hosts: clients.map((host) => ({
      title: host.title,
      say: host.remoteInstead,
      configuration: remoteConfiguration(host, address) ?? address,
    })),
    curl: curlFor(address),
    feeds: [...feedNames, ...eventNames],
  });
  const description =
    'Robots, papers, laws and standards, startups, makers, news and challenges in robotics, each fact with its source.';
  return pageDocument(
    {
      title: 'Robotics, each fact with its source',
      description,
      main,
      ...(isExplorer && { isAlive: true }),
    },
    view,
  );
}

/** What a host's configuration holds of a server at an address; undefined if its file takes none. */
export function remoteConfiguration(
  { remote, container, format }: Client,
  address: string,
): string | undefined {
  if (remote === undefined) return undefined;
  const entry = remote(address);
  if (format === 'yaml') {
    // JSON is YAML.
    const members = Object.entries(entry).map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`);
    return [`${container}:`, `  ${SERVER_NAME}:`, ...members].join('\n');
  }
  if (format === 'json') return JSON.stringify({ [container]: { [SERVER_NAME]: entry } }, null, 2);
  // A JSON string is a basic string of TOML as well.
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${container}.${SERVER_NAME}]`, ...lines].join('\n');
}

function curlFor(address: string): string {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_robots', arguments: { category: 'humanoid' } },
  };
  return `curl ${shellWord(address)} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(call)}'`;
}

/** The address holds what the caller has sent as `Host`: nothing of it may run in the shell it is pasted into. */
function shellWord(text: string): string {
  return /^[\w.:/[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import { type Client, clients, SERVER_NAME } from '../cli/install/clients.ts';
import type { Charts } from '../protocol/charts.ts';
import type { ServiceStatus } from '../protocol/service-status.ts';
import { beginnings, searchForm } from './explorer/page.ts';
import { Kept } from './kept.ts';
import { codeBlock, escapeHtml, ICON, PAGE_TYPE, renderCharts, STYLE, showNumber } from './page-parts.ts';

/** Under so many names and ports of the host, and for so many rights of callers, a page is kept; then the oldest goes. */
const MOST_KEPT = 64;

/** Renders the status page, and keeps it as long as what it shows stays the same. */
export class StatusPages {
  readonly #kept = new Map<string, Kept>();
  #charts: Charts | undefined;

  /** The same `charts` are taken to be the same object. */
  get(status: ServiceStatus, charts: Charts, address: string, isExplorer: boolean): Kept {
    if (charts !== this.#charts) this.#kept.clear();
    this.#charts = charts;
    const key = JSON.stringify([status, address, isExplorer]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const page = new Kept(PAGE_TYPE, renderPage(status, charts, address, isExplorer));
    this.#kept.set(key, page);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return page;
  }
}

/** Renders the status page; `address` is the endpoint as the reader reached it. With the explorer it begins there. */
export function renderPage(
  status: ServiceStatus,
  charts: Charts,
  address: string,
  isExplorer = false,
): string {
  const { name, version, dataset } = status;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="${escapeHtml(ICON)}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(name)}</h1>
<p class="up">Version ${escapeHtml(version)}. The server is up.</p>
<p>Robotics information for AI clients, over the Model Context Protocol: robots, papers, certification
guidance, startups, news, manufacturers and challenges, each fact with its source.</p>
${isExplorer ? `${searchForm()}\n${beginnings()}\n` : ''}<p>${escapeHtml(status.terms)}</p>
<h2>Use it</h2>
<p>Give your AI client this address, in the form that it wants:</p>
${renderHosts(address)}
<p>Or ask from a shell, with no client at all:</p>
${codeBlock(curlFor(address), 'A question from a shell')}
<h2>What it knows</h2>
<p>Dataset ${escapeHtml(dataset.version)} of ${escapeHtml(dataset.date)}, ${days(dataset.age_days)} old${contributed(dataset.contributions)};
${dataset.source === 'synced' ? 'synced from a service' : 'as it came with the program'}.</p>
${(dataset.warnings ?? []).map((warning) => `<p class="warning">${escapeHtml(warning)}</p>`).join('\n')}
<dl class="counts">
${Object.entries(dataset.counts).map(tile).join('\n')}
</dl>
${renderCharts(charts)}
<h2>Tools</h2>
<ul class="names">
${status.tools.map((tool) => `<li><code>${escapeHtml(tool)}</code></li>`).join('\n')}
</ul>
<p class="note">Protocol revisions: ${escapeHtml(status.protocol_revisions.join(', '))}.</p>
</main>
</body>
</html>
`;
}

/** For each host what its user has to paste, or to do, to reach this server at `address`. */
function renderHosts(address: string): string {
  return clients.map((host, index) => renderHost(host, address, index === 1)).join('\n');
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

function renderHost(host: Client, address: string, isOpen: boolean): string {
  const configuration = remoteConfiguration(host, address);
  const say = host.remoteInstead === undefined ? '' : `<p>${escapeHtml(host.remoteInstead)}</p>\n`;
  return `<details name="host"${isOpen ? ' open' : ''}>
<summary>${escapeHtml(host.title)}</summary>
${say}${codeBlock(configuration ?? address, `Configuration of ${host.title}`)}
</details>`;
}

function tile([kind, count]: [string, number]): string {
  return `<div><dt>${escapeHtml(kind)}</dt><dd>${showNumber(count)}</dd></div>`;
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

function contributed(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', with one contribution since' : `, with ${showNumber(count)} contributions since`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${showNumber(count)} days`;
}

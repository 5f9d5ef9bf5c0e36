import { type Client, clients, SERVER_NAME } from '../cli/install/clients.ts';
import { escapeHtml } from './html.ts';

/** For each host what its user has to paste, or to do, to reach this server at `address`. */
export function renderHosts(address: string): string {
  return clients.map((host, index) => renderHost(host, address, index === 1)).join('\n');
}

/** What a host's configuration holds of a server at an address; undefined if its file takes none. */
export function remoteConfiguration(
  { remote, container, format }: Client,
  address: string,
): string | undefined {
  if (remote === undefined) return undefined;
  const entry = remote(address);
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

/** Text to copy: one click marks all of it, and the keyboard can scroll it. */
export function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`;
}

import type { DataContext } from '../tools/tool.ts';
import { type DocumentName, feedNames } from './feed-names.ts';
import { feedText } from './feeds.ts';
import { PROTOCOL_REVISIONS } from './protocol.ts';
import { allSkills } from './skills.ts';

/** A document as it is sent. */
export interface Document {
  readonly type: string;
  readonly text: string;
}

/** For whom a document is made. */
interface Asker {
  /** The program's. */
  readonly version: string;
  /** What a caller may do: the document may tell others less. */
  readonly rights: string;
  /** Where the caller reached the server: nothing in it means anything to XML, JSON or Markdown. */
  readonly address: string;
  /** What the caller may use. */
  tools(): Promise<Described>;
}

/** Under so many names and ports of the host documents are kept; then the oldest goes. */
const MOST_KEPT = 64;

/** Stands for the caller's address while a document is made, which is done once for all of them. */
const ANY_ADDRESS = 'http://address.invalid/api/mcp';

/** Makes documents, and keeps them as long as what they are made of stays the same. */
export class Documents {
  /** With ANY_ADDRESS in them, by name and rights. */
  readonly #made = new Map<string, Document>();
  readonly #kept = new Map<string, Document>();
  #state = '';

  async get(name: DocumentName, asker: Asker, { catalogue, contributions }: DataContext): Promise<Document> {
    const state = `${catalogue.state} ${contributions.count}`;
    if (state !== this.#state) {
      this.#made.clear();
      this.#kept.clear();
    }
    this.#state = state;
    const { rights, address } = asker;
    const key = `${name} ${rights} ${address}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const group = `${name} ${rights}`;
    const common = this.#made.get(group) ?? (await made(name, { ...asker, address: ANY_ADDRESS }, catalogue));
    const document = { ...common, text: common.text.replaceAll(ANY_ADDRESS, () => address) };
    // The data changed while the document was being made.
    if (state !== this.#state) return document;
    this.#made.set(group, common);
    this.#kept.set(key, document);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return document;
  }
}

async function made(
  name: DocumentName,
  { version, address, tools }: Asker,
  catalogue: DataContext['catalogue'],
): Promise<Document> {
  if (name === 'card') {
    const text = `${JSON.stringify(serverCard(version, address), null, 2)}\n`;
    return { type: 'application/mcp-server-card+json', text };
  }
  if (name !== 'llms') return feedText(name, catalogue, address);
  return { type: 'text/markdown; charset=utf-8', text: llmsText(await tools(), address) };
}

const DESCRIPTION = 'Robots, papers, certification guidance, startups, news and challenges, with sources';

/** A server card as SEP-2127 has it. */
function serverCard(version: string, address: string): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    name: 'org.example/robotics-mcp',
    version,
    title: 'Robotics',
    description: DESCRIPTION,
    remotes: [{ type: 'streamable-http', url: address, supportedProtocolVersions: PROTOCOL_REVISIONS }],
  };
}

type Described = readonly { readonly name: string; readonly description?: string | undefined }[];

/** What a model needs to use the server, in the form of llms.txt: a title, a summary, and sections of links. */
function llmsText(tools: Described, address: string): string {
  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_robots', arguments: { query: 'humanoid under 20000 dollars', limit: 3 } },
  });
  return [
    '# Robotics',
    '',
    `> ${DESCRIPTION}. An MCP server over Streamable HTTP; a tool can be called without a handshake.`,
    '',
    `POST ${address} with Content-Type application/json:`,
    '',
    `    ${call}`,
    '',
    '## Tools',
    '',
    ...tools.map(({ name, description = '' }) => `- ${name}: ${description}`),
    '',
    '## Skills',
    '',
    ...allSkills().map(({ uri, frontmatter }) => `- ${uri} (resources/read): ${frontmatter.description}`),
    '',
    '## Documents',
    '',
    `- [Server card](${address}?card): SEP-2127`,
    ...feedNames.map(
      (name) => `- [${name}](${address}?feed=${name}): ${name === 'challenges' ? 'iCalendar' : 'Atom'}`,
    ),
    '',
  ].join('\n');
}

import { programIdentity } from '../lib/program.ts';
import { eventNames } from './events/event-types.ts';
import { type EventData, endOf } from './events/steps.ts';
import { type DocumentQuery, feedNames } from './feed-names.ts';
import { feedText } from './feeds.ts';
import type { DescribedTool } from './openapi.ts';
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

/** So many documents are kept, each name and port of the host and each filter for itself; then the oldest goes. */
const MOST_KEPT = 64;

/** Stands for the caller's address while a document is made, which is done once for all of them. */
const ANY_ADDRESS = 'http://address.invalid/api/mcp';

/** Makes documents, and keeps them as long as what they are made of stays the same. */
export class Documents {
  /** With ANY_ADDRESS in them, by name and rights. */
  readonly #made = new Map<string, Document>();
  readonly #kept = new Map<string, Document>();
  #state = '';

  /** Throws ToolError for a filter that a feed does not take. */
  async get(query: DocumentQuery, asker: Asker, data: EventData): Promise<Document> {
    const { catalogue, contributions } = data;
    const state = `${catalogue.state} ${contributions.count}`;
    if (state !== this.#state) {
      this.#made.clear();
      this.#kept.clear();
    }
    this.#state = state;
    const { rights, address } = asker;
    // What is told of days and of decisions changes with them.
    const moment = isOfRecords(query) ? '' : JSON.stringify(endOf(data));
    const group = `${JSON.stringify(query)} ${rights} ${moment}`;
    const key = `${group} ${address}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const common = this.#made.get(group) ?? (await made(query, { ...asker, address: ANY_ADDRESS }, data));
    const document = { ...common, text: common.text.replaceAll(ANY_ADDRESS, () => address) };
    // The data changed while the document was being made.
    if (state !== this.#state) return document;
    keep(this.#made, group, common);
    keep(this.#kept, key, document);
    return document;
  }
}

function keep(documents: Map<string, Document>, key: string, document: Document): void {
  documents.set(key, document);
  const [oldest] = documents.keys();
  if (documents.size > MOST_KEPT && oldest !== undefined) documents.delete(oldest);
}

/** True for what depends on the records alone. */
function isOfRecords({ name, filter }: DocumentQuery): boolean {
  return Object.keys(filter).length === 0 && !eventNames.includes(name);
}

async function made(
  query: DocumentQuery,
  { version, address, tools }: Asker,
  data: EventData,
): Promise<Document> {
  const { name } = query;
  if (name === 'card') {
    const text = `${JSON.stringify(serverCard(version, address), null, 2)}\n`;
    return { type: 'application/mcp-server-card+json', text };
  }
  if (name === 'openapi') {
    const { openApi } = await import('./openapi.ts');
    const text = `${JSON.stringify(openApi(version, address, await tools()), null, 2)}\n`;
    return { type: 'application/json', text };
  }
  if (name !== 'llms') return feedText(query, data, address);
  return { type: 'text/markdown; charset=utf-8', text: llmsText(await tools(), address) };
}

const DESCRIPTION = 'Robots, papers, certification guidance, startups, news and challenges, with sources';

/** A server card as SEP-2127 has it. */
function serverCard(version: string, address: string): object {
  const { namespace, info } = programIdentity();
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    // The reserved name stands where nobody holds one.
    name: `${namespace ?? 'org.example'}/robotics-mcp`,
    version,
    title: 'Robotics',
    description: DESCRIPTION,
    ...info,
    remotes: [{ type: 'streamable-http', url: address, supportedProtocolVersions: PROTOCOL_REVISIONS }],
  };
}

type Described = readonly DescribedTool[];

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
    `- Feeds take the arguments of a search, as in ${address}?feed=robots&query=humanoid, and events by name: ${eventNames.join(', ')}`,
    '',
  ].join('\n');
}

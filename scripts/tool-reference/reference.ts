import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { createService } from '../../src/protocol/service.ts';
import type { Registry } from '../../src/tools/registry.ts';
import { describeType, type Schema } from './describe-type.ts';
import { examples } from './examples.ts';

const HEAD = `# Tools

Generated from the tools themselves by \`npm run docs:tools\`; do not edit. Every argument that is not marked required
may be left out. An unknown argument is refused, naming the nearest known one. Answers are shown as text, cut; each
comes as \`structuredContent\` too.

What a search reads of \`query\` stands in \`reading\` of its answer with \`detail: "full"\`, a row a part, and
\`--explain\` prints it in a shell: the conditions (\`clause\`) with field, operator and value, the order, the record that
others are to be like, names, words that a record must have, hints, which only rank, columns to show and what was not read, each with the
words that it came from.
`;

/** An answer is shown in so many lines of so many characters. */
const LINES = 9;
const WIDTH = 150;

/** Writes the reference of every tool; the examples are run. */
export async function writeReference(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'robotics-mcp-reference-'));
  const service = createService({
    tools: 'all',
    readOnly: false,
    // The examples write as they would for a user, but nowhere that lasts; arXiv is asked nothing.
    keep: { directory, arxivApi: 'http://127.0.0.1:9/' },
    onInternalError: (_reference, error) => {
      throw error;
    },
  });
  try {
    const registry = await service.registry();
    const sections: string[] = [];
    for (const tool of registry.definitions(LOCAL_USER)) sections.push(await writeTool(tool, registry));
    return [HEAD, contents(registry), ...sections].join('\n');
  } finally {
    await service.close();
    await rm(directory, { recursive: true });
  }
}

/** The reference without what the data say: that changes with every day's data, and with every better order. */
export function withoutAnswers(reference: string): string {
  return reference.replace(/^```text\n[\s\S]*?^```$/gm, '```text\n```');
}

function contents(registry: Registry): string {
  const rows = registry
    .definitions(LOCAL_USER)
    .map(
      ({ name, title, annotations }) =>
        `| [\`${name}\`](#${name}) | ${title} | ${annotations?.readOnlyHint === true ? 'reads' : 'writes'} |`,
    );
  return `| tool | | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

async function writeTool(tool: Tool, registry: Registry): Promise<string> {
  const example = examples[tool.name];
  if (example === undefined) throw new Error(`scripts/tool-reference/examples.ts has no ${tool.name}.`);
  const answer = await registry.call(tool.name, example, LOCAL_USER);
  if (answer.isError === true) throw new Error(`The example of ${tool.name} fails: ${textOf(answer)}`);
  return `## ${tool.name}

${tool.description}

${argumentTable(tool.inputSchema as Schema)}

\`\`\`json
${JSON.stringify(example)}
\`\`\`

\`\`\`text
${cut(textOf(answer))}
\`\`\`
`;
}

function argumentTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const notes = [
      schema.description ?? '',
      ...(required.includes(name) ? ['**Required.**'] : []),
      ...(schema.default === undefined ? [] : [`Default: \`${schema.default}\`.`]),
    ];
    return `| \`${name}\` | ${cell(describeType(schema))} | ${cell(notes.filter(Boolean).join('. ').replace('.. ', '. '))} |`;
  });
  return ['| argument | takes | |', '|---|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function cut(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines
    .slice(0, LINES)
    .map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)} …` : line));
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`… and ${rest} more lines`] : [])].join('\n');
}

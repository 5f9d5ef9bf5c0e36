import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Registry } from '../../src/tools/registry.ts';
import { openCatalogue, registryOver } from './registry.ts';
import type { Question } from './rpc.ts';
import type { Section } from './section.ts';

const samples: readonly (Pick<Question, 'tool' | 'args'> & { name: string })[] = [
  { name: 'ten robots', tool: 'search_robots', args: { category: 'humanoid', limit: 10 } },
  { name: 'ten papers', tool: 'search_publications', args: { query: 'legged locomotion', limit: 10 } },
];

/** What the tools and their answers cost in the context of a model. */
export async function tokens(): Promise<Section[]> {
  const catalogue = await openCatalogue();
  const registry = registryOver(catalogue);
  const sections = [listSection(registry), await answerSection(registry)];
  catalogue.close();
  return sections;
}

function listSection(registry: Registry): Section {
  const tools = registry.definitions(LOCAL_USER).map((tool) => {
    const { outputSchema: _left, ...without } = tool;
    return { name: tool.name, with: tool, without };
  });
  const rows = tools.map((tool) => ({
    tool: tool.name,
    'tokens with outputSchema': sizeOf(tool.with),
    'tokens without': sizeOf(tool.without),
  }));
  const whole = {
    tool: 'tools/list',
    'tokens with outputSchema': sizeOf({ tools: tools.map((tool) => tool.with) }),
    'tokens without': sizeOf({ tools: tools.map((tool) => tool.without) }),
  };
  const notes = ['The limits are 7,000 and 4,200 (o200k_base, JSON without spaces).'];
  return { title: 'tokens: tools/list', rows: [whole, ...rows], notes };
}

async function answerSection(registry: Registry): Promise<Section> {
  const rows: Section['rows'][number][] = [];
  for (const { name, tool, args } of samples) {
    const { content, structuredContent } = await registry.call(tool, args, LOCAL_USER);
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    rows.push({
      answer: name,
      'tokens of text': countTokens(text),
      'tokens of structuredContent': sizeOf(structuredContent),
      'bytes of text': Buffer.byteLength(text),
      'bytes of structuredContent': Buffer.byteLength(JSON.stringify(structuredContent)),
    });
  }
  return { title: 'tokens: concise answers, envelope and facets included', rows };
}

function sizeOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

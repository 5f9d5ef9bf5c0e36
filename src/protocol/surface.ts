import { readFile } from 'node:fs/promises';
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { ReleaseSource } from '../data/releases/release-source.ts';
import { programPlace } from '../lib/program.ts';
import { VIEW_URI } from '../tools/show/show.ts';
import { type DataContext, usingContext } from '../tools/tool.ts';
import { type Completion, completePrompt, completeTemplate } from './completion.ts';
import { type Prompt, type PromptText, prompts, promptText } from './prompts.ts';
import { LISTS_TTL_MS } from './protocol.ts';
import {
  isSyncUri,
  listedResources,
  readResource,
  readSyncResource,
  resourceTemplates,
  syncTemplates,
} from './resources.ts';
import { allSkills, isSkillUri, listedSkills, readSkill, type Skill, skillAt } from './skills.ts';

/** What a prompt or a resource template is called by in `completion/complete`. */
type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** Everything beside the tools. Loaded when it is first asked for. */
export interface Surface {
  readonly listedResources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  readonly skills: readonly Skill[];
  skillAt(uri: string): Skill | undefined;
  readResource(uri: string): Promise<ReadResourceResult | undefined>;
  promptText(name: string, args: Readonly<Record<string, string>>): PromptText;
  /** Undefined if the reference names nothing. */
  complete(
    reference: CompletionReference,
    argument: { readonly name: string; readonly value: string },
  ): Promise<Completion | undefined>;
}

/** SEP-1865: HTML for a sandboxed frame of the host. */
const mimeType = 'text/html;profile=mcp-app';

/** What a host must allow the view: nothing from elsewhere; and it draws no border of its own. */
const meta = { ui: { csp: {}, prefersBorder: false } };

/** The view as `resources/list` shows it. */
const viewResource: Resource = {
  uri: VIEW_URI,
  name: 'view',
  title: 'The view of show',
  description: 'Page in which a host shows the answers of the tool show',
  mimeType,
};

/** Reads the view from disk, since most servers are never asked for it; undefined where the build has not made it. */
async function readView(): Promise<ReadResourceResult | undefined> {
  const text = await readFile(programPlace().view, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  return { contents: [{ uri: VIEW_URI, mimeType, text, _meta: meta }], ttlMs: LISTS_TTL_MS };
}

/** With an offer, others can sync from here. */
export function createSurface(context: () => Promise<DataContext>, offer?: ReleaseSource): Surface {
  return {
    listedResources: [...listedResources, ...listedSkills(), viewResource],
    skills: allSkills(),
    skillAt,
    resourceTemplates: offer === undefined ? resourceTemplates : [...resourceTemplates, ...syncTemplates],
    prompts,
    readResource: (uri) => {
      if (isSkillUri(uri)) return Promise.resolve(readSkill(uri));
      if (uri === viewResource.uri) return readView();
      if (isSyncUri(uri))
        return offer === undefined ? Promise.resolve(undefined) : readSyncResource(uri, offer);
      return usingContext(context, (taken) => readResource(uri, taken));
    },
    promptText,
    complete: (reference, { name, value }) =>
      usingContext(context, (taken) =>
        reference.type === 'ref/prompt'
          ? completePrompt(reference.name, name, value, taken)
          : completeTemplate(reference.uri, name, value, taken),
      ),
  };
}

import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { ReleaseSource } from '../data/releases/release-source.ts';

import { type DataContext, usingContext } from '../tools/tool.ts';
import { type Completion, completePrompt, completeTemplate } from './completion.ts';
import { type Prompt, type PromptText, prompts, promptText } from './prompts.ts';
import {
  isSyncUri,
  listedResources,
  readResource,
  readSyncResource,
  resourceTemplates,
  syncTemplates,
} from './resources.ts';
import { allSkills, isSkillUri, listedSkills, readSkill, type Skill, skillAt } from './skills.ts';
import { readView, viewResource } from './view.ts';

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

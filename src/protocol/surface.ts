import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { ReleaseSource } from '../data/releases/release-source.ts';
import { type DataContext, usingContext } from '../tools/tool.ts';
import { type Completion, completePrompt, completeTemplate } from './prompts/completion.ts';
import { PromptError, promptText } from './prompts/get-prompt.ts';
import type { Prompt } from './prompts/prompt.ts';
import { prompts } from './prompts/prompts.ts';
import { listedResources, readResource, resourceTemplates } from './resources/resources.ts';
import { isSyncUri, readSyncResource, syncTemplates } from './resources/sync-resources.ts';

/** What a prompt or a resource template is called by in `completion/complete`. */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** Everything beside the tools. Loaded when it is first asked for. */
export interface Surface {
  readonly listedResources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  readResource(uri: string): Promise<ReadResourceResult | undefined>;
  /** The task in words, or what is wrong with the arguments. */
  promptText(name: string, args: Readonly<Record<string, string>>): string | { readonly problem: string };
  /** Undefined if the reference names nothing. */
  complete(
    reference: CompletionReference,
    argument: { readonly name: string; readonly value: string },
  ): Promise<Completion | undefined>;
}

/** With an offer, others can sync from here. */
export function createSurface(context: () => Promise<DataContext>, offer?: ReleaseSource): Surface {
  return {
    listedResources,
    resourceTemplates: offer === undefined ? resourceTemplates : [...resourceTemplates, ...syncTemplates],
    prompts,
    readResource: (uri) => {
      if (isSyncUri(uri))
        return offer === undefined ? Promise.resolve(undefined) : readSyncResource(uri, offer);
      return usingContext(context, (taken) => readResource(uri, taken));
    },
    promptText: (name, args) => {
      try {
        return promptText(name, args);
      } catch (error) {
        if (error instanceof PromptError) return { problem: error.message };
        throw error;
      }
    },
    complete: (reference, { name, value }) =>
      usingContext(context, (taken) =>
        reference.type === 'ref/prompt'
          ? completePrompt(reference.name, name, value, taken)
          : completeTemplate(reference.uri, name, value, taken),
      ),
  };
}

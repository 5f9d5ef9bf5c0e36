/** An argument of a prompt; `completes` says which live data suggest its values. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly completes?: 'robots' | 'categories' | 'topics' | 'countries' | 'features';
  /** True for a comma separated list, whose last entry is completed. */
  readonly list?: boolean;
}

/** A prompt is data: a task for a model, written around what a person gives. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The task in words; arguments arrive trimmed, on one line, and never empty. */
  text(args: Readonly<Record<string, string | undefined>>): string;
}

/** What the help of a command says of its arguments. */
export interface HelpText {
  /** Options with their dashes, and the values that they may have where the help names them. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** Values of the first argument that is no option. */
  readonly first: readonly string[];
}

/** Reads help as yargs prints it: sections, in them an item a line, what does not fit on lines further in. */
export function readHelp(text: string): HelpText {
  const options = new Map<string, readonly string[]>();
  let first: readonly string[] | undefined;
  let section = '';
  for (const item of text.split(/\n(?!\s{8,}|\s+\[)/)) {
    section = /^(\w+):$/.exec(item)?.[1] ?? section;
    const name = /^\s{2,6}(?:-\w, )?\s*(--[\w.-]+)/.exec(item)?.[1];
    if (name !== undefined) options.set(name, choicesIn(item));
    else if (section === 'Positionals' && /^\s+\w/.test(item)) first ??= choicesIn(item);
  }
  return { options, first: first ?? [] };
}

function choicesIn(item: string): string[] {
  const list = /\[choices: ([^\]]*)\]/.exec(item)?.[1] ?? '';
  return [...list.matchAll(/"([^"]*)"/g)].map(([, choice = '']) => choice);
}

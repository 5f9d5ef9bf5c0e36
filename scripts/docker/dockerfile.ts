/** An instruction of a Dockerfile: `COPY` and what stands behind it. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** From one FROM to the next. */
export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile in their order; comments and ends of lines behind a backslash are gone. */
export function readDockerfile(text: string): Stage[] {
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\[ \t]*\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`No instruction of a Dockerfile: ${line}`);
    if (name.toUpperCase() === 'FROM') {
      const [base = '', , as] = rest.trim().split(/\s+/);
      stages.push({ base, name: as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name: name.toUpperCase(), rest: rest.trim() });
  }
  return stages;
}

/** What an instruction says last; undefined if it is not there. */
export function lastOf({ instructions }: Stage, name: string): string | undefined {
  return instructions.findLast((instruction) => instruction.name === name)?.rest;
}

/** The words of an instruction in its JSON form, such as ENTRYPOINT. */
export function wordsOf(stage: Stage, name: string): string[] {
  return JSON.parse(lastOf(stage, name) ?? '[]') as string[];
}

/** The variables that a stage sets. */
export function environmentOf({ instructions }: Stage): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
}

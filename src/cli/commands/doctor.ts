import { programVersion } from '../../lib/program.ts';
import { readEnvironment, variableOf } from '../environment.ts';
import { thisMachine } from '../install/machine.ts';
import { nearestName } from '../nearest.ts';
import { defaultValues, type OptionName, optionNames, SERVE_OPTIONS } from '../options.ts';
import { createParser, parse, readFlags, yargsOptions } from '../parse.ts';
import { type Style, styleFor } from '../render/style.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { type Check, checkData, checkDirectory, checkNode, checkService } from './doctor-checks.ts';
import { checkHosts } from './doctor-hosts.ts';
import { checkSynced } from './doctor-synced.ts';

const OPTIONS: readonly OptionName[] = ['json', 'data-dir', 'service'];

/** Looks for what may keep the program from working, and says what to do. `argv` is what follows `doctor`. */
export async function runDoctor(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parser = createParser(terminal.stdout.columns)
    .usage('$0 doctor [options]\n\nLook for what may keep the program from working, and say what to do.')
    .options(yargsOptions(OPTIONS))
    .version(false)
    .strict();
  const { flags, output } = parse(parser, argv, [...OPTIONS, 'help']);
  if (output !== '') {
    terminal.stdout.write(`${output}\n`);
    return 0;
  }
  const faults = checkVariables(terminal.env);
  const sound = OPTIONS.filter((name) => !faults.some(({ variable }) => variable === variableOf(name)));
  const values = {
    ...defaultValues(),
    ...readEnvironment(terminal.env, sound),
    ...readFlags(flags, OPTIONS),
  };
  const checks: Check[] = [
    checkNode(process.versions.node),
    { name: 'program', state: 'ok', says: `robotics-mcp ${programVersion()}` },
    ...faults.map(({ check }) => check),
    ...checkUnknownVariables(terminal.env),
    await checkData(new Date()),
    ...(await checkSynced(values['data-dir'], new Date())),
    await checkDirectory(values['data-dir']),
    await checkService(values.service),
    ...(await checkHosts(thisMachine(terminal.env))),
  ];
  const wrong = checks.some(({ state }) => state === 'wrong');
  terminal.stdout.write(
    values.json ? `${JSON.stringify({ ok: !wrong, checks }, null, 2)}\n` : render(checks, styleFor(terminal)),
  );
  return wrong ? 1 : 0;
}

/** Settings in the environment with which a server would not start. */
function checkVariables(env: Terminal['env']): { readonly variable: string; readonly check: Check }[] {
  return [...new Set<OptionName>([...SERVE_OPTIONS, ...OPTIONS])].flatMap((name) => {
    const variable = variableOf(name);
    try {
      readEnvironment(env, [name]);
      return [];
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      return [
        {
          variable,
          check: { name: 'environment', state: 'wrong', says, todo: `Correct or unset ${variable}.` },
        },
      ];
    }
  });
}

/** Variables that look like settings and are none: most likely misspelt. */
function checkUnknownVariables(env: Terminal['env']): Check[] {
  const known = optionNames.map(variableOf);
  return Object.keys(env)
    .filter((variable) => variable.startsWith('ROBOTICS_MCP_') && !known.includes(variable))
    .map((variable) => {
      const near = nearestName(variable, known);
      const todo = near === undefined ? `Unset ${variable}.` : `Did you mean ${near}?`;
      return {
        name: 'environment',
        state: 'note',
        says: `${variable} is no setting, and has no effect`,
        todo,
      };
    });
}

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

function render(checks: readonly Check[], { good, note, bad, strong }: Style): string {
  const paint = { ok: good, note, wrong: bad };
  return checks
    .flatMap(({ state, name, says, todo }) => [
      `${paint[state](MARKS[state])}  ${strong(name)}: ${says}`,
      ...(todo === undefined ? [] : [`       ${todo}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

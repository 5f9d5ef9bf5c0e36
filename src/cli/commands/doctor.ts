import { programVersion } from '../../lib/program.ts';
import { type Command, nearestName } from '../command.ts';
import { thisMachine } from '../install/machine.ts';
import { defaultValues, readEnvironment, readFlags, variableOf, yargsOptions } from '../option-values.ts';
import { type OptionName, optionNames, SERVE_OPTIONS } from '../options.ts';
import { type Style, styleFor } from '../render/style.ts';
import { print, type Terminal } from '../terminal.ts';
import {
  type Check,
  checkData,
  checkDirectory,
  checkHosts,
  checkNode,
  checkService,
  checkSynced,
} from './doctor-checks.ts';

const OPTIONS: readonly OptionName[] = ['json', 'data-dir', 'service'];

/** Looks for what may keep the program from working, and says what to do. */
export const doctorCommand: Command = {
  usage: '$0 doctor [options]\n\nLook for what may keep the program from working, and say what to do.',
  options: yargsOptions(OPTIONS),
  handler: async (flags, terminal) => {
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
    const ok = checks.every(({ state }) => state !== 'wrong');
    print(terminal, values.json, { ok, checks }, () => render(checks, styleFor(terminal)));
    return ok ? 0 : 1;
  },
};

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

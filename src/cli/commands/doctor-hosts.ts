import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Client, clients } from '../install/clients.ts';
import { EditError, isTable } from '../install/edit.ts';
import { editorOf } from '../install/editor-of.ts';
import { join, type Machine } from '../install/machine.ts';
import type { Check } from './doctor-checks.ts';

/** Looks at every host's configuration, the user's and that of the project in this directory. */
export async function checkHosts(machine: Machine): Promise<Check[]> {
  const checks: Check[] = [];
  for (const client of clients) {
    checks.push(...(await checkFile(client, client.userFile(machine), '')));
    if (client.projectFile === undefined) continue;
    const path = join(machine, machine.cwd, ...client.projectFile);
    if (path !== client.userFile(machine))
      checks.push(...(await checkFile(client, path, ' --scope project')));
  }
  if (checks.length > 0) return checks;
  const todo = `Run robotics-mcp install with one of ${clients.map(({ id }) => id).join(', ')}.`;
  return [{ name: 'hosts', state: 'note', says: 'no host has this server in its configuration', todo }];
}

/** Says nothing of a host that does not have this server. */
async function checkFile(client: Client, path: string, scope: string): Promise<Check[]> {
  const name = client.title;
  if (!existsSync(path)) return [];
  try {
    const text = await readFile(path, 'utf8');
    const entry = (await editorOf(client)).find(text.replace(/^\ufeff/, ''), client.container);
    if (entry === undefined) return [];
    const missing = missingFile(entry);
    if (missing === undefined) return [{ name, state: 'ok', says: `${path} has this server` }];
    const todo = `Run robotics-mcp install ${client.id}${scope} with the program where it is now.`;
    return [{ name, state: 'wrong', says: `${path} starts ${missing}, which is not there`, todo }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const says = `${path}: ${error instanceof EditError ? why : `it cannot be read (${why})`}`;
    return [{ name, state: 'wrong', says, todo: `Repair the file; ${name} cannot read it either.` }];
  }
}

/** A program or script that is named by its path and does not exist. */
function missingFile(entry: unknown): string | undefined {
  if (!isTable(entry)) return undefined;
  const { command, args } = entry;
  const paths = [command, ...(Array.isArray(args) ? args.slice(0, 1) : [])];
  return paths
    .filter((path) => typeof path === 'string')
    .find((path) => /^(?:\/|[A-Za-z]:[\\/])/.test(path) && !existsSync(path));
}

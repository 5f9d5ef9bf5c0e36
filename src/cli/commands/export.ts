import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from '../../data/subscribe/local-data.ts';
import { SyncStore } from '../../data/subscribe/store.ts';
import { replaceFile } from '../../lib/atomic-file.ts';
import { platformDirectory } from '../../lib/program.ts';
import type { Command } from '../command.ts';
import { tableOf } from '../export/table.ts';
import { type About, dataPackage, type ExportForm, exportForms } from '../export/write.ts';
import { valuesOf, yargsOptions } from '../option-values.ts';
import { printText } from '../print.ts';
import { say, type Terminal, UsageError } from '../terminal.ts';

const FORMS = Object.keys(exportForms) as ExportForm[];
/** As any program makes files: others may read them. */
const FILE_MODE = 0o666;

/** Writes all records into a folder, for notebooks and databases. */
export const exportCommand: Command = {
  words: '[dir]',
  usage:
    '$0 export DIR\n\nWrite the whole dataset into a folder, a file for each kind, with its licence and version in datapackage.json.',
  positionals: { dir: { type: 'string', describe: 'The folder; it is made if it is not there' } },
  options: {
    csv: { type: 'boolean', describe: 'CSV, one file a kind' },
    json: { type: 'boolean', describe: 'JSON, one file a kind, records as they are' },
    parquet: { type: 'boolean', describe: 'Parquet, one file a kind' },
    sqlite: { type: 'boolean', describe: 'SQLite, one file with a table for each kind' },
    ...yargsOptions(['data-dir']),
  },
  examples: ['$0 export --csv robotics-data', '$0 export --parquet --sqlite robotics-data'],
  epilogue:
    'The data are CC0 1.0. Files of these names in the folder are replaced. What waits for review is not in them.',
  handler: async (flags, terminal) => {
    const { dir } = flags;
    const forms = FORMS.filter((form) => flags[form] === true);
    if (typeof dir !== 'string' || dir === '')
      throw new UsageError('Say into which folder: robotics-mcp export --csv DIR.');
    if (forms.length === 0) throw new UsageError(`Say in which form: --${FORMS.join(', --')}.`);
    const values = valuesOf(flags, terminal.env, ['data-dir']);
    printText(terminal, await writeAll(dir, forms, values['data-dir'] ?? platformDirectory(), terminal));
    return 0;
  },
};

async function writeAll(
  dir: string,
  forms: readonly ExportForm[],
  data: string,
  terminal: Terminal,
): Promise<string> {
  const { catalogue, warning } = await new DataSource(new SyncStore(data)).openNewest();
  if (warning !== undefined) say(terminal, `robotics-mcp: ${warning}`);
  const about: About = catalogue.info;
  const records = catalogue.records();
  catalogue.close();
  const tables = Object.entries(records).map(([kind, list]) => tableOf(kind, list));
  await mkdir(dir, { recursive: true });
  const written: string[] = [];
  for (const form of forms) {
    // One form after the other: the largest has some 100 MB in memory.
    for (const [name, content] of await exportForms[form](tables, records, about)) {
      await replaceFile(join(dir, name), content, { mode: FILE_MODE });
      written.push(name);
    }
  }
  await replaceFile(join(dir, 'datapackage.json'), dataPackage(tables, written, about), { mode: FILE_MODE });
  const counts = tables.map(({ name, rows }) => `${rows.length.toLocaleString('en-US')} ${name}`);
  return `${join(dir, '')} has ${written.join(', ')} and datapackage.json.\n${counts.join(', ')}; data of ${about.date}, CC0 1.0.\n`;
}

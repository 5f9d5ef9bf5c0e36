import type { Argv } from 'yargs';
import { DATA_OPTIONS, type OptionName } from '../options.ts';
import { createParser, yargsOptions } from '../parse.ts';

/** The program's own options that the command has. */
export const OPTIONS: readonly OptionName[] = ['json', ...DATA_OPTIONS];
export const ACTIONS = ['list', 'show', 'accept', 'reject', 'merge'];
const STATUSES = [
  'open',
  'all',
  'pending',
  'in_review',
  'queued',
  'published',
  'accepted',
  'rejected',
  'merged',
];

const OWN = {
  status: { choices: STATUSES, default: 'open', describe: 'list: what waits (open), all, or one state' },
  type: { choices: ['submission', 'report', 'record'], describe: 'list: one type' },
  kind: { type: 'string', describe: 'list: about one kind, such as robots' },
  resource: { type: 'string', describe: 'list: about one record, by its id' },
  since: { type: 'string', describe: 'list: first given on or after a day, such as 2026-11-01' },
  field: { type: 'string', describe: 'accept: the field to change, if the report names none' },
  value: { type: 'string', describe: 'accept: the right value, if it is not the suggested one' },
  evidence: { type: 'string', describe: 'accept: the page that shows it, if the report names none' },
  remove: { type: 'boolean', describe: 'accept: take the field out of the record' },
  'without-change': { type: 'boolean', describe: 'accept: the report is right, but leave the record alone' },
  record: {
    type: 'string',
    describe:
      'accept: the paper behind an address, as JSON with title, authors, published; or other values for fields of a proposed record',
  },
  into: { type: 'string', describe: 'merge: the ticket that the others become part of' },
  by: { type: 'string', describe: 'Who decides (default: the name of this user)' },
  why: { type: 'string', describe: 'Why; kept with the decision' },
} as const;

/** A parser of what follows `review`. */
export function createReviewParser(columns: number | undefined): Argv {
  const own = Object.fromEntries(
    Object.entries(OWN).map(([name, option]) => [
      name,
      { ...option, requiresArg: !('type' in option && option.type === 'boolean') },
    ]),
  );
  return createParser(columns)
    .usage(
      '$0 review list\n$0 review show TICKET\n$0 review accept|reject TICKET…\n$0 review merge TICKET… --into TICKET\n\nDecide what was submitted and reported. What is accepted is in every search at once.',
    )
    .command('$0 [action] [tickets..]', false, {}, () => undefined)
    .positional('action', { choices: ACTIONS })
    .positional('tickets', { type: 'string', array: true })
    .options({ ...own, ...yargsOptions(OPTIONS) })
    .version(false)
    .strict()
    .example('$0 review list --type report --kind robots', '')
    .example('$0 review accept rep-0123456789ab --why "data sheet of May"', '')
    .example('$0 review accept rep-0123456789ab --value 36', '');
}

/** Every word that may have been meant by one that is none. */
export const KNOWN = [...OPTIONS, ...ACTIONS, ...Object.keys(OWN), 'help'];

import { Random } from '../harness/random.ts';
import { type Call, drawCalls } from './draw-calls.ts';
import { drawContribution } from './draw-contribution.ts';
import { searchArguments } from './draw-filters.ts';
import type { Rows } from './records.ts';

const commands = [
  [],
  ['call'],
  ['review'],
  ['review', 'list'],
  ['review', 'accept'],
  ['harvest'],
  ['harvest', 'daily'],
  ['release'],
  ['release', 'cut'],
  ['keys'],
  ['keys', 'add'],
  ['sync'],
  ['install'],
  ['uninstall'],
  ['doctor'],
  ['info'],
  ['completion'],
];
const tools = [
  ...searchArguments.map(({ tool }) => tool),
  'submit_publication',
  'report_error',
  'submit_robot',
  'submit_startup',
];
const hosts = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'gemini-cli', 'codex'];

/** What is wrong in a way of its own; none of these reaches a network or waits for anything. */
const fixed: readonly string[] = [
  '--version',
  '-h',
  'nothing',
  'serach',
  'cal search_robots',
  '--port abc',
  '--http --port 99999',
  '--http --workers x',
  '--http --workers -1',
  '--http --auth magic',
  '--http --auth oauth',
  '--http --rate-limit x',
  '--http --private',
  '--http --trust-proxy many',
  '--http --host 300.1.1.1',
  '--tools nope',
  '--tools search_robots,nope',
  '--log-level loud',
  '--log-format xml',
  '--sync x',
  '--sync 24',
  '--max-pending -3',
  '--service nowhere',
  '--port',
  'call',
  'call --list',
  'call --list --json',
  'call --list --tools all',
  'call search_robot',
  'call nothing_like_it',
  'call search_robots --limit 2',
  'call search_robots --limit x',
  'call search_robots --limit',
  'call search_robots --specs.payload_kg.min 10 --limit 3',
  'call search_robots --specs.payload_kg.min heavy',
  'call search_robots --colour red',
  'call search_robots --ids unitree-g1 --ids unitree-go2',
  'call search_robots --ids unitree-g1,unitree-go2 --detail full',
  'call search_robots {bad',
  'call search_robots []',
  'call search_robots {"query":"arm"} --limit 1',
  'call search_robots --query',
  'call get_open_challenges --include_closed --limit 2',
  'call get_open_challenges --no-include_closed --limit 2',
  'call submit_robot --name X',
  'call submit_robot --tools all --name X',
  'call submit_publication --read-only --url https://example.org/x',
  'call report_error --resource_type robots --resource_id unitree-g1 --problem wrong',
  'info',
  'info --json',
  'info --tools all',
  'info --read-only',
  'info --tools beta --json',
  'info extra',
  'doctor',
  'doctor --json',
  'doctor --from nowhere',
  'completion',
  'completion zsh',
  'completion fish',
  'keys',
  'keys list',
  'keys list --json',
  'keys add',
  'keys add ana',
  'keys add ana --scope magic',
  'keys add ana --scope write',
  'keys add ana --scope write',
  'keys add bob --scope read,operator --expires 2027-06-30 --json',
  'keys add eve --scope read --expires 2001-01-01',
  'keys add eve --scope read --expires soon',
  'keys list',
  'keys list --json',
  'keys revoke',
  'keys revoke nobody',
  'keys revoke ana',
  'keys revoke ana --json',
  'keys list',
  'keys burn',
  'review',
  'review list',
  'review list --json',
  'review list --status all',
  'review list --status accepted --json',
  'review list --status odd',
  'review list --type report',
  'review list --type record --json',
  'review list --kind robots',
  'review list --kind toasters',
  'review list --resource unitree-g1',
  'review list --since 2020-01-01',
  'review list --since soon',
  'review show',
  'review show nothing',
  'review show rep',
  'review accept',
  'review accept nothing',
  'review merge nothing',
  'review merge nothing --into else',
  'review burn',
  'sync',
  'sync --json',
  'sync --from nowhere',
  'sync --from http://127.0.0.1:9/',
  'sync --from http://127.0.0.1:9/ --json',
  'sync --from http://127.0.0.1:9/ --sync-key short',
  'sync extra',
  'install',
  'install toaster',
  'install cursr --print',
  'install cursor --scope moon',
  'install cursor --http nowhere --print',
  'install cursor',
  'install cursor',
  'uninstall cursor',
  'uninstall cursor',
  'uninstall',
  'uninstall toaster',
  'install vscode --scope project',
  'install codex',
  'uninstall codex',
  'harvest nothing',
  'harvest fcc',
  'harvest fcc --file missing.csv',
  'harvest arxiv --since soon',
  'harvest daily',
  'harvest daily --releases releases',
  'release',
  'release list',
  'release list --releases releases',
  'release list --releases releases --json',
  'release verify --releases releases',
  'release burn',
  'release keygen',
  'release keygen --out key.pem',
  'release keygen --out key.pem',
  'release cut --releases releases',
  'release cut --releases releases --dataset missing --unsigned',
  'release cut --releases releases --key missing.pem',
  'release cut --releases releases --unsigned --date soon',
  'release rotate --releases releases',
  'release rotate --releases releases --key key.pem --introduce-key short',
];

/** So many command lines, as their arguments; the same seed and records give the same ones. */
export function commandLines(rows: Rows, seed: number, count: number): string[][] {
  const lines = [
    ...fixed.map((line) => line.split(' ')),
    ...commands.map((command) => [...command, '--help']),
    ...commands.slice(1).map((command) => [...command, '--colour', 'red']),
    ...tools.map((tool) => ['call', tool, '--help']),
    ...hosts.flatMap((host) => [
      ['install', host, '--print'],
      ['install', host, '--print', '--scope', 'project'],
      ['install', host, '--print', '--http', 'https://example.org/api/mcp'],
    ]),
    ...drawnCalls(rows, seed, Math.max(0, count)),
  ];
  return lines.slice(0, count);
}

/** Drawn calls by the shell, as text and as JSON. */
function drawnCalls(rows: Rows, seed: number, count: number): string[][] {
  const random = new Random(seed + 2);
  const searches = drawCalls(rows, seed + 2, 2 * count).filter(({ writes }) => !writes);
  return searches.slice(0, count).map((search, i) => {
    const call: Pick<Call, 'tool' | 'args'> = i % 8 === 7 ? drawContribution(random, rows) : search;
    // A process cannot be given a zero byte.
    const given = JSON.stringify(call.args);
    return ['call', call.tool, given, '--tools', 'all', ...(i % 2 === 0 ? [] : ['--json'])];
  });
}

/** Decisions about what was given in, in turn of every kind. */
export function decisions(tickets: readonly string[]): string[][] {
  const paper = JSON.stringify({
    title: 'Zeppelin Soft Walking',
    authors: ['Ana Quokka'],
    published: '2026-05',
  });
  return tickets.slice(0, 36).flatMap((ticket, i) => {
    const other = tickets[i + 40] ?? ticket;
    const ways: string[][] = [
      ['accept', ticket, '--why', 'data sheet'],
      ['accept', ticket, '--record', paper, '--json'],
      ['accept', ticket, '--value', '36', '--evidence', 'https://example.org/g1'],
      ['reject', ticket, '--why', 'no robotics', '--by', 'ana'],
      ['accept', ticket, '--without-change'],
      ['accept', ticket, '--field', 'specs.mass_kg', '--value', '41'],
      ['merge', other, '--into', ticket],
      ['accept', ticket, '--remove'],
      ['show', ticket],
    ];
    return [
      ['review', ...(ways[i % ways.length] ?? [])],
      ...(i % 6 === 5 ? [['review', 'show', ticket, '--json']] : []),
    ];
  });
}

import type { Client } from './list.ts';

export const transports = ['stdio', 'HTTP'] as const;
export type Transport = (typeof transports)[number];

/** How one step of a client went; `none` where the client has nothing of the kind. */
export interface Step {
  readonly transport: Transport;
  readonly step: string;
  readonly outcome: 'ok' | 'wrong' | 'none';
  /** What was said where it went wrong. */
  readonly words: string;
}

export interface Checked {
  readonly client: Client;
  readonly steps: readonly Step[];
}

/** A line for each client: its version, how many steps went well over each transport, and what did not. */
export function table(checked: readonly Checked[]): string {
  const rows = checked.map(({ client, steps }) => {
    const [first] = client.packages;
    const cells = transports.map((transport) => cell(steps.filter((step) => step.transport === transport)));
    return `| ${client.title} | \`${first}\` | ${cells.join(' | ')} | ${faults(client, steps)} |`;
  });
  return [
    '| client | package | stdio | HTTP | in its words, or ours |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function cell(steps: readonly Step[]): string {
  const tried = steps.filter(({ outcome }) => outcome !== 'none');
  const wrong = tried.filter(({ outcome }) => outcome === 'wrong');
  if (wrong.length === 0) return `✓ ${tried.length}`;
  if (wrong.some(({ step }) => step === 'connect')) return '–';
  return `${tried.length - wrong.length} of ${tried.length}`;
}

function faults(client: Client, steps: readonly Step[]): string {
  const said = steps.flatMap(({ transport, step, outcome, words }) =>
    outcome === 'wrong' ? [client.faults?.[`${transport} ${step}`] ?? `${step}: ${oneCell(words)}`] : [],
  );
  return [...new Set(said)].join('; ');
}

function oneCell(words: string): string {
  return words.replace(/\s+/g, ' ').replaceAll('|', '/').slice(0, 160);
}

const MARKED = /(?<=<!-- clients -->\n)[\s\S]*(?=<!-- end -->)/;

/** The page with this table. */
export function page(text: string, checked: readonly Checked[]): string {
  return text.replace(MARKED, `${table(checked)}\n`);
}

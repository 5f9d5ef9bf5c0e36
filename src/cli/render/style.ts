import { styleText } from 'node:util';
import type { Terminal } from '../terminal.ts';

/** How parts of an answer are set off from each other. */
export interface Style {
  readonly strong: (text: string) => string;
  readonly soft: (text: string) => string;
  readonly name: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly note: (text: string) => string;
}

type Format = Parameters<typeof styleText>[0];

const plain = (text: string) => text;

/** Without colours, for files, pipes and those who want none. */
export const PLAIN: Style = { strong: plain, soft: plain, name: plain, good: plain, bad: plain, note: plain };

const COLOURED: Style = {
  strong: styled('bold'),
  soft: styled('dim'),
  name: styled('cyan'),
  good: styled('green'),
  bad: styled('red'),
  note: styled('yellow'),
};

/** Whether a person reads: then answers are laid out for the eye. FORCE_COLOR says so of any stream. */
export function isForPeople({ stdout, env }: Terminal): boolean {
  return stdout.isTTY === true || isForced(env);
}

/** Colours where a person reads, unless NO_COLOR or a terminal that has none forbids them. */
export function styleFor(terminal: Terminal): Style {
  const { env } = terminal;
  if (isForced(env)) return COLOURED;
  const isForbidden = (env.NO_COLOR ?? '') !== '' || env.FORCE_COLOR === '0' || env.TERM === 'dumb';
  return isForPeople(terminal) && !isForbidden ? COLOURED : PLAIN;
}

/** The width to lay out for. */
export function widthOf({ stdout, env }: Terminal): number {
  const width = stdout.columns ?? Number(env.COLUMNS);
  return width > 0 ? Math.max(20, width) : 80;
}

function isForced({ FORCE_COLOR: force }: Terminal['env']): boolean {
  return force !== undefined && force !== '' && !/^(0|false)$/.test(force);
}

function styled(format: Format): (text: string) => string {
  // Node asks its own streams whether they take colours unless it is told that this was decided.
  const decided = { validateStream: false };
  return (text) => (text === '' ? '' : styleText(format, text, decided));
}

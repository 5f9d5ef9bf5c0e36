import type { Terminal } from '../terminal.ts';

/** Terminals that make a link of OSC 8, by a variable that they set. */
const SETTERS = [
  'KITTY_WINDOW_ID',
  'WT_SESSION',
  'KONSOLE_VERSION',
  'DOMTERM',
  'WEZTERM_PANE',
  'GHOSTTY_RESOURCES_DIR',
];
const PROGRAMS = /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby|rio)$/;
/** The first version of VTE, in GNOME Terminal and others, that does. */
const VTE = 5000;

/** True for a terminal that shows links; never for a file or a pipe. FORCE_HYPERLINK decides it for a terminal. */
export function takesLinks({ stdout, env }: Pick<Terminal, 'stdout' | 'env'>): boolean {
  if (stdout.isTTY !== true || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return false;
  const { FORCE_HYPERLINK: forced = '' } = env;
  if (forced !== '') return !/^(0|false)$/.test(forced);
  const isSet = SETTERS.some((name) => (env[name] ?? '') !== '');
  return isSet || PROGRAMS.test(env.TERM_PROGRAM ?? '') || Number(env.VTE_VERSION) >= VTE;
}

/** The text as a link: the address has nothing in it that could end the sequence. */
export function hyperlink(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** An address of the web with every other sign than those of ASCII written by its code; undefined for anything else. */
export function linkOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\/[^\s]+$/.test(value) || !URL.canParse(value))
    return undefined;
  const { href } = new URL(value);
  return /^https?:\/\/[!-~]+$/.test(href) ? href : undefined;
}

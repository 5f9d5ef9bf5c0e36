import type { Asked } from '../../tools/show/shape.ts';
import type { Abilities, Host, HostEvent, OutgoingFile, ToolResult } from './host.ts';
import { isDark } from './theme.ts';

/** A page that stands by itself, in no sandbox and with no model behind it: the browser opens, downloads and sizes. */
export abstract class PageHost implements Host {
  abstract readonly abilities: Abilities;
  readonly #shown: unknown;

  /** `shown` is what lies in the page and is to be shown; undefined where it is shown already. */
  constructor(shown: unknown) {
    this.#shown = shown;
  }

  start(listener: (event: HostEvent) => void): void {
    onSystemTheme(() => listener({ type: 'theme' }));
    if (this.#shown === undefined) return;
    listener({ type: 'ready' });
    listener({ type: 'result', result: { structuredContent: this.#shown } });
  }

  abstract call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult>;

  abstract visited(asked: Asked, title: string): void;

  /** A file has no addresses. */
  hrefOf(_asked: Asked): string | undefined {
    return undefined;
  }

  isDark(): boolean {
    return isDark();
  }

  openLink(): boolean {
    return false;
  }

  async download(file: OutgoingFile): Promise<boolean> {
    downloadByPage(file);
    return true;
  }

  tellModel(): void {}

  toggleFullscreen(): void {}
}

function downloadByPage({ name, mediaType, text }: OutgoingFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Calls back when the system turns light or dark. */
function onSystemTheme(changed: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

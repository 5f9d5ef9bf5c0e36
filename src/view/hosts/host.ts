import type { Asked } from '../../tools/show/shape.ts';

/** What a tool answers, as far as it is read here (MCP, `CallToolResult`). */
export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | undefined;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A file to hand out; its text is UTF-8. */
export interface OutgoingFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** What the place can do. It is settled before the first answer comes. */
export interface Abilities {
  /** Tools can be called: the view can be asked for something else. */
  readonly call: boolean;
  readonly fullscreen: boolean;
  /** It is in full screen now. */
  readonly isFull?: boolean;
  /** Nobody can be asked here, but the program can be run at a shell. */
  readonly shell?: true;
}

/** What happens in the place that a view is shown in. */
export type HostEvent =
  /** The place is ready; the answer is under way. */
  | { readonly type: 'ready' }
  /** The arguments that `show` was called with. */
  | { readonly type: 'asked'; readonly asked: Readonly<Record<string, unknown>> }
  | { readonly type: 'result'; readonly result: ToolResult }
  | { readonly type: 'cancelled'; readonly reason?: string | undefined }
  /** Nothing will come, or has come for a long time; the message says what to do. */
  | { readonly type: 'failed'; readonly message: string }
  /** The place is taking the view down. */
  | { readonly type: 'closed' }
  /** Colours, or what the place can do, may have changed. */
  | { readonly type: 'theme' };

/** The place that a view is shown in: a chat, a page of the service, or a file. */
export interface Host {
  readonly abilities: Abilities;
  /** Begins; events come to the listener from then on. Called once. */
  start(listener: (event: HostEvent) => void): void;
  /** Calls a tool. Throws HostError with a sentence for the reader. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  /** Opens a page elsewhere; false where only the reader can do it, by the link itself. */
  openLink(url: string): boolean;
  /** The address of what these arguments of `show` give; undefined where nothing has an address of its own. */
  hrefOf(asked: Asked): string | undefined;
  /** True if the place is dark now. */
  isDark(): boolean;
  /** Hands out a file; false where the place cannot, and the text has to be copied. */
  download(file: OutgoingFile): Promise<boolean>;
  /** Tells the model, where there is one, what the reader sees and did. */
  tellModel(text: string): void;
  /** Something else is shown now, at the reader's wish, under this title. */
  visited(asked: Asked, title: string): void;
  toggleFullscreen(): void;
}

/** A call came to nothing; the message is a sentence for the reader. */
export class HostError extends Error {}

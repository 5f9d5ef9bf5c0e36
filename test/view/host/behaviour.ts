/** How the host behaves; a test lays it into the address of the page. */
export interface Behaviour {
  /** Address of the view, on another origin. */
  readonly view: string;
  readonly capabilities?: Readonly<Record<string, object>>;
  readonly context?: Readonly<Record<string, unknown>>;
  /** What `show` was called with, and what it answered; without an answer the host only tells the arguments. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly cancelled?: string;
  readonly manner?: 'silent' | 'twice' | 'leaves';
  readonly width?: number;
}

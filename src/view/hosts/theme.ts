/** What a host says of its looks (MCP Apps, `McpUiHostContext`). */
export interface Looks {
  readonly theme?: unknown;
  readonly styles?: {
    readonly variables?: Readonly<Record<string, unknown>>;
    readonly css?: { readonly fonts?: unknown };
  };
  readonly safeAreaInsets?: Readonly<Record<string, unknown>>;
}

/** Takes over colours, fonts and the room that a host keeps free at its edges. */
export function applyLooks({ theme, styles, safeAreaInsets }: Looks): void {
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value);
  }
  for (const side of ['top', 'right', 'bottom', 'left']) {
    const inset = safeAreaInsets?.[side];
    if (typeof inset === 'number') root.style.setProperty(`--inset-${side}`, `${inset}px`);
  }
  if (typeof styles?.css?.fonts === 'string') applyFonts(styles.css.fonts);
}

/** A sheet of its own: the policy of this page forbids style elements that it does not know. */
function applyFonts(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/** True if the page is shown dark, by the host's word or else the system's. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

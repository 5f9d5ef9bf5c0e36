import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { PAGE_START } from '../../src/cli/page-file.ts';

/** A host loads it into a frame of a conversation: larger ones are slow there. */
const MOST_BYTES = 450_000;
const MOST_GZIPPED = 150_000;

/** Names and versions of browsers that hosts are built on: all know `light-dark()`. */
const TARGET = ['chrome123', 'firefox120', 'safari17.5'];

interface BuiltView {
  readonly html: string;
  /** The paths, from the root, of all that is in it. */
  readonly inputs: readonly string[];
}

/**
 * Builds the view as one page that loads nothing: script and style are in it, and its policy allows no others, by
 * their hashes. The same sources give the same bytes. Throws if it is larger than a host should be given.
 */
export async function buildView(root: string): Promise<BuiltView> {
  const options: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    minify: true,
    charset: 'utf8',
    target: TARGET,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  };
  const [script, style] = await Promise.all([
    build({
      ...options,
      entryPoints: [join(root, 'src/view/main.tsx')],
      format: 'iife',
      jsx: 'automatic',
      jsxImportSource: 'preact',
    }),
    build({ ...options, entryPoints: [join(root, 'src/view/style.css')] }),
  ]);
  const [code, css] = [textOf(script), textOf(style)];
  // Neither may end its element early.
  if (/<\/(?:script|style)/i.test(code + css)) throw new Error('The view holds the end of its own element.');
  const html = page(code, css);
  checkSize(html);
  const used = Object.values(script.metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs));
  const inputs = used.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { html, inputs };
}

function page(code: string, css: string): string {
  return `${PAGE_START}<meta http-equiv="content-security-policy" content="${policy(code, css)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>robotics-mcp</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<noscript>This view needs JavaScript. The same stands as text in the chat, or at the shell by robotics-mcp call show.</noscript>
<div id="view"></div>
<script type="application/json" id="robotics-data"></script>
<script>${code}</script>
</body>
</html>
`;
}

/**
 * What the page may do. Fonts come from the host alone, by its own style sheet, and a page of the service asks the
 * service that it came from.
 */
function policy(code: string, css: string): string {
  return [
    `default-src 'none'`,
    `script-src ${hashOf(code)}`,
    `style-src ${hashOf(css)}`,
    `font-src https: data:`,
    'img-src data:',
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function textOf({ outputFiles = [] }: Awaited<ReturnType<typeof build>>): string {
  return outputFiles.map(({ text }) => text.trimEnd()).join('');
}

function checkSize(html: string): void {
  const [bytes, gzipped] = [Buffer.byteLength(html), gzipSync(html).byteLength];
  if (bytes <= MOST_BYTES && gzipped <= MOST_GZIPPED) return;
  throw new Error(
    `The view has ${bytes} bytes, ${gzipped} gzipped; at most ${MOST_BYTES} and ${MOST_GZIPPED} are wanted.`,
  );
}

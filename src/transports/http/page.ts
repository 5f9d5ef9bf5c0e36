import { createHash } from 'node:crypto';
import type { ServiceStatus } from '../../server/status.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid; border-radius: 6px; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.15rem 1.5rem 0.15rem 0; font-weight: normal; }
td { text-align: right; font-variant-numeric: tabular-nums; }
`;

/** The page runs nothing and loads nothing: its own style is all that a browser may apply. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Renders the status page; `address` is the endpoint as the reader reached it. */
export function renderPage(status: ServiceStatus, address: string): string {
  const { name, version, dataset } = status;
  const configuration = JSON.stringify({ mcpServers: { robotics: { url: address } } }, null, 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(name)}</h1>
<p>Version ${escapeHtml(version)}. The server is up.</p>
<p>Robotics information for AI clients, over the Model Context Protocol: robots, papers, certification
guidance, startups, news, manufacturers and challenges, each fact with its source.</p>
<p>${escapeHtml(status.terms)}</p>
<h2>Use it</h2>
<p>Paste this into the configuration of your MCP client:</p>
<pre><code>${escapeHtml(configuration)}</code></pre>
<h2>What it knows</h2>
<p>Dataset ${escapeHtml(dataset.version)} of ${escapeHtml(dataset.date)}, ${days(dataset.age_days)} old.</p>
<table>
${Object.entries(dataset.counts).map(countRow).join('\n')}
</table>
<h2>Tools</h2>
<ul>
${status.tools.map((tool) => `<li><code>${escapeHtml(tool)}</code></li>`).join('\n')}
</ul>
<p>Protocol revisions: ${escapeHtml(status.protocol_revisions.join(', '))}.</p>
</main>
</body>
</html>
`;
}

function countRow([kind, count]: [string, number]): string {
  return `<tr><th scope="row">${escapeHtml(kind)}</th><td>${count.toLocaleString('en-US')}</td></tr>`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

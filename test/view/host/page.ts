import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Behaviour } from './behaviour.ts';

interface Told {
  readonly what: string;
  readonly params: unknown;
}

// The transport tells of every message.
console.debug = () => {};
const told: Told[] = [];
const { view, capabilities, context, input, result, cancelled, manner, width }: Behaviour = JSON.parse(
  decodeURIComponent(location.hash.slice(1)),
);
const frame = document.createElement('iframe');
frame.title = 'The view';
frame.style.width = width === undefined ? '100%' : `${width}px`;
frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
document.body.append(frame);
const inside = frame.contentWindow as Window;

/** The official host of MCP Apps; what the view asks of it is kept, and tools are called by the test's own server. */
const bridge = new AppBridge(
  null,
  { name: 'test host', version: '1' },
  capabilities ?? {
    serverTools: {},
    openLinks: {},
    downloadFile: {},
    updateModelContext: { text: {} },
  },
  { hostContext: { theme: 'light', displayMode: 'inline', ...context } },
);
bridge.oncalltool = async (params) => {
  told.push({ what: 'call', params: params.arguments });
  if (manner === 'leaves') return new Promise<never>(() => {});
  const response = await fetch('/call', { method: 'POST', body: JSON.stringify(params) });
  return (await response.json()) as Awaited<ReturnType<AppBridge['callTool']>>;
};
bridge.onopenlink = async (params) => keep('link', params);
bridge.ondownloadfile = async (params) => keep('file', params);
bridge.onupdatemodelcontext = async (params) => keep('context', params);
bridge.onrequestdisplaymode = async ({ mode }) => {
  keep('mode', mode);
  bridge.setHostContext({
    theme: 'light',
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
  });
  return { mode };
};
bridge.addEventListener('sizechange', ({ height }) => {
  if (height !== undefined) frame.style.height = `${height}px`;
  keep('size', height);
});
bridge.addEventListener('initialized', async () => {
  keep('initialized', {});
  if (input !== undefined) await bridge.sendToolInput({ arguments: input });
  if (cancelled !== undefined) await bridge.sendToolCancelled({ reason: cancelled });
  if (result !== undefined) await bridge.sendToolResult(result as Parameters<AppBridge['sendToolResult']>[0]);
});

function keep(what: string, params: unknown): Record<string, never> {
  told.push({ what, params });
  return {};
}

/** Answers what the view asks a second time, with something else. */
function answerAgain(): void {
  window.addEventListener('message', ({ source, data }) => {
    if (source !== inside || data?.id === undefined || data.method === undefined) return;
    const again = { jsonrpc: '2.0', id: data.id, result: { hostContext: { theme: 'dark' }, isError: true } };
    for (let count = 0; count < 2; count++) setTimeout(() => inside.postMessage(again, '*'), 30);
  });
}

Object.assign(window, { told, bridge });
if (manner === 'twice') answerAgain();
if (manner !== 'silent') await bridge.connect(new PostMessageTransport(inside, inside));
frame.src = view;

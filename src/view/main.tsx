import { render } from 'preact';
import { App } from './app.tsx';
import { askedIn } from './files/address.ts';
import { BrowserHost } from './hosts/browser.ts';
import { ChatHost } from './hosts/chat.ts';
import { FileHost, type SavedPage } from './hosts/file.ts';
import type { Host } from './hosts/host.ts';

/** Where `call show --html` lays its data. */
const DATA_ID = 'robotics-data';

const ENDPOINT = '/api/mcp';

function hostHere(): Host {
  const data = document.getElementById(DATA_ID)?.textContent?.trim() ?? '';
  if (data !== '') return new FileHost(JSON.parse(data) as SavedPage);
  if (window.parent !== window) return new ChatHost();
  return new BrowserHost(ENDPOINT, askedIn(location.search));
}

const place = document.getElementById('view');
if (place !== null) render(<App host={hostHere()} />, place);

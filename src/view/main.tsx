import { render } from 'preact';
import type { Shown } from '../tools/show/shape.ts';
import { App } from './app.tsx';
import { BrowserHost } from './hosts/browser.ts';
import { ChatHost } from './hosts/chat.ts';
import { FileHost, type SavedPage } from './hosts/file.ts';
import type { Host } from './hosts/host.ts';

/** Where `call show --html` lays its data. */
const SAVED = 'robotics-data';

/** Where a page of the service has what it shows without scripts. */
const SHOWN = 'robotics-shown';

function hostHere(): Host {
  const saved = textOf(SAVED);
  if (saved !== '') return new FileHost(JSON.parse(saved) as SavedPage);
  const shown = textOf(SHOWN);
  return shown === '' ? new ChatHost() : new BrowserHost(location.pathname, JSON.parse(shown) as Shown);
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent?.trim() ?? '';
}

const place = document.getElementById('view');
if (place !== null) {
  place.replaceChildren();
  render(<App host={hostHere()} />, place);
}

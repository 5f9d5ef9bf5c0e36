import { hydrate, render } from 'preact';
import type { Shown } from '../tools/show/shape.ts';
import { cleaned } from './answer.ts';
import { App } from './app.tsx';
import { draw } from './chart/draw.ts';
import { BrowserHost } from './hosts/browser.ts';
import { ChatHost } from './hosts/chat.ts';
import { FileHost, type SavedPage } from './hosts/file.ts';
import type { Host } from './hosts/host.ts';

/** Where `call show --html` lays its data. */
const SAVED = 'robotics-data';

/** Where a page of the service has what it shows without scripts. */
const SHOWN = 'robotics-shown';

/** The view takes over what the service has put on the page, or begins with nothing. */
function begin(place: HTMLElement): void {
  const shown = textOf(SHOWN);
  if (shown === '') {
    place.replaceChildren();
    render(<App host={hostHere()} draw={draw} />, place);
  } else {
    const first = cleaned(JSON.parse(shown) as Shown);
    hydrate(<App host={new BrowserHost(location.pathname, first)} first={first} draw={draw} />, place);
  }
}

function hostHere(): Host {
  const saved = textOf(SAVED);
  return saved === '' ? new ChatHost() : new FileHost(JSON.parse(saved) as SavedPage);
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent?.trim() ?? '';
}

const place = document.getElementById('view');
if (place !== null) {
  begin(place);
  // The page is alive: what it shows was taken over.
  document.documentElement.classList.add('alive');
}

import { hydrate, render } from 'preact';
import type { Asked, Shown } from '../tools/show/shape.ts';
import { cleaned, readAnswer } from './answer.ts';
import { App } from './app.tsx';
import { draw } from './chart/draw.ts';
import { BrowserHost } from './hosts/browser.ts';
import { ChatHost } from './hosts/chat.ts';
import { FileHost, type SavedPage } from './hosts/file.ts';
import type { Host } from './hosts/host.ts';
import { AskField } from './start/ask-field.tsx';

/** Where `call show --html` lays its data. */
const SAVED = 'robotics-data';

/** The question of the start page. */
const ASK = 'robotics-ask';

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
    hydrate(<App host={new BrowserHost(location.pathname, first.asked)} first={first} draw={draw} />, place);
  }
}

function hostHere(): Host {
  const saved = textOf(SAVED);
  return saved === '' ? new ChatHost() : new FileHost(JSON.parse(saved) as SavedPage);
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent?.trim() ?? '';
}

/** On the start page the field alone is alive: all else on it is as the service has made it. */
function beginToAsk(place: HTMLElement): void {
  const host = new BrowserHost(location.pathname, { view: 'table' });
  const lookUp = async (asked: Asked): Promise<Shown> => {
    const { shown, problem } = readAnswer(await host.call('show', asked));
    if (shown === undefined) throw new Error(problem);
    return shown;
  };
  hydrate(<AskField lookUp={lookUp} />, place);
}

const place = document.getElementById(ASK) ?? document.getElementById('view');
if (place !== null) {
  if (place.id === ASK) beginToAsk(place);
  else begin(place);
  // The page is alive: what it shows was taken over.
  document.documentElement.classList.add('alive');
}

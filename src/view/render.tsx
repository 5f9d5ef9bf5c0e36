import { renderToString } from 'preact-render-to-string';
import type { Shown } from '../tools/show/shape.ts';
import { cleaned } from './answer.ts';
import { App } from './app.tsx';
import { addressOf } from './files/address.ts';
import { ServerHost } from './hosts/on-server.ts';
import type { StartContents } from './start/contents.ts';
import { Start } from './start/start.tsx';

/** What `show` answers as HTML, by the components that take it over in the browser. */
export function renderShown(shown: Shown): string {
  return renderToString(<App host={new ServerHost()} first={cleaned(shown)} />);
}

interface Refusal {
  readonly title: string;
  /** Why nothing is shown, and what to do. */
  readonly said: string;
  /** Records that may have been meant, as `robots/unitree-g1`. */
  readonly near: readonly string[];
}

/** A page for a question that was refused. */
export function renderRefusal({ title, said, near }: Refusal): string {
  return renderToString(
    <main class="nothing">
      <h1>{title}</h1>
      <p class="prose">{said}</p>
      {near.length > 0 && (
        <>
          <h2>Near to it</h2>
          <ul>
            {near.map((id) => (
              <li key={id}>
                <a href={addressOf({ view: 'record', ids: [id] })}>{id}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </main>,
  );
}

/** The page where a visitor begins. */
export function renderStart(contents: StartContents): string {
  return renderToString(<Start contents={cleaned(contents)} />);
}

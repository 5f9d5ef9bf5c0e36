import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Shown } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';
import { AskWord } from './ask.tsx';

interface FrameProps {
  readonly shown: Shown;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly retry: (() => void) | undefined;
  readonly back: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** What stands around every view: its title, what has to be said of it, and of when the data are. */
export function Frame({ shown, isBusy, problem, retry, back, children }: FrameProps) {
  const { host } = useSeat();
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // What had the focus may be gone with what was shown before: the keyboard goes on from the title.
    if (!wasFirst && document.hasFocus() && document.activeElement === document.body) title.current?.focus();
  }, [shown]);
  return (
    <main aria-busy={isBusy} class={isBusy ? 'busy' : undefined}>
      <header>
        <h1 ref={title} tabIndex={-1}>
          {shown.title}
        </h1>
        <div class="actions">
          {back && (
            <button type="button" onClick={back}>
              Back
            </button>
          )}
          {host.abilities.fullscreen && (
            <button type="button" onClick={() => host.toggleFullscreen()}>
              {host.abilities.isFull ? 'Leave full screen' : 'Full screen'}
            </button>
          )}
        </div>
      </header>
      {problem !== undefined && (
        <div class="problem" role="alert">
          <p class="prose">{problem}</p>
          {retry && (
            <button type="button" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      )}
      {children}
      <footer>
        {shown.notes.map((note) => (
          <p key={note}>
            <Note note={note} shown={shown} />
          </p>
        ))}
        <p>Data of {shown.dataset.date}.</p>
      </footer>
    </main>
  );
}

/** A note with the names of the records that it has by their ids, each the way to its page. */
function Note({ note, shown }: { readonly note: string; readonly shown: Shown }) {
  const named = shown.view === 'table' ? (shown.named ?? []) : [];
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  return (
    <>
      {note.split(/([a-z0-9]+(?:-[a-z0-9]+)+)/).map((part, i) => {
        const name = nameOf.get(part);
        if (name === undefined || shown.view !== 'table') return part;
        return (
          <AskWord key={`${i} ${part}`} asked={{ view: 'record', ids: [`${shown.kind}/${part}`] }}>
            {name}
          </AskWord>
        );
      })}
    </>
  );
}

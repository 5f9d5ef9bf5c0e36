import type { ComponentChildren } from 'preact';
import type { Asked } from '../../tools/show/shape.ts';
import { useSeat } from '../seat.ts';

interface AskProps {
  readonly asked: Asked;
  readonly class?: string | undefined;
  /** For those who hear it, where the content does not say it. */
  readonly label?: string | undefined;
  /** Given for one of several that can be chosen: whether it is. */
  readonly isChosen?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** Shows something else at a click: a link where what is shown has an address, and a button where it has none. */
export function Ask({ asked, class: name, label, isChosen, children }: AskProps) {
  const { host, ask, isBusy } = useSeat();
  const href = host.hrefOf(asked);
  if (href === undefined) {
    return (
      <button
        type="button"
        class={name}
        disabled={isBusy}
        aria-label={label}
        aria-pressed={isChosen}
        onClick={() => ask(asked)}
      >
        {children}
      </button>
    );
  }
  const follow = (event: MouseEvent) => {
    // A new tab or window is the browser's own affair.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    ask(asked);
  };
  return (
    <a
      href={href}
      class={name}
      aria-label={label}
      aria-current={isChosen === true ? 'true' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}

/** A word of a text that leads on: a link, or as plain as the text around it where nobody can be asked. */
export function AskWord({
  asked,
  children,
}: {
  readonly asked: Asked | undefined;
  readonly children: ComponentChildren;
}) {
  const { host } = useSeat();
  if (asked === undefined || !host.abilities.call) return <>{children}</>;
  return (
    <Ask asked={asked} class="word">
      {children}
    </Ask>
  );
}

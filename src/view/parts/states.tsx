/** While nothing is there yet: room of about the height of what will come. */
export function Waiting() {
  return (
    <main class="waiting" aria-busy="true">
      <p role="status">Loading…</p>
      <div class="bones" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
    </main>
  );
}

interface NothingProps {
  readonly title: string;
  readonly text: string;
  readonly retry?: (() => void) | undefined;
  readonly isAlert?: boolean;
}

/** Instead of a view: what happened, and what to do. */
export function Nothing({ title, text, retry, isAlert = false }: NothingProps) {
  return (
    <main class="nothing">
      <h1>{title}</h1>
      <p role={isAlert ? 'alert' : 'status'} class="prose">
        {text}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </main>
  );
}

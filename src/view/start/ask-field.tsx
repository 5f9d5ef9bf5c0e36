import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked, Shown } from '../../tools/show/shape.ts';
import { addressOf } from '../files/address.ts';

/** Looks something up; throws an Error where it cannot. */
type LookUp = (asked: Asked) => Promise<Shown>;

/** Nobody types faster: an answer that is not there sooner would only flicker. */
const PAUSE_MS = 120;
const SUGGESTED = 6;
/** Answers that are kept while one types. */
const MOST_KEPT = 50;

interface Suggestion {
  readonly id: string;
  readonly name: string;
  readonly by: string;
}

interface Suggestions {
  readonly of: string;
  readonly kind: string;
  readonly total: number;
  readonly rows: readonly Suggestion[];
}

/** One question in one field; what would answer it stands below as one types. Without scripts it is a form. */
export function AskField({ lookUp }: { readonly lookUp?: LookUp | undefined }) {
  const [question, setQuestion] = useState('');
  const [found, setFound] = useState<Suggestions>();
  const kept = useRef(new Map<string, Suggestions>());
  const words = question.trim();
  useEffect(() => {
    if (lookUp === undefined || words.length < 2) {
      setFound(undefined);
      return undefined;
    }
    const known = kept.current.get(words);
    if (known !== undefined) {
      setFound(known);
      return undefined;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await suggestions(words, lookUp);
      const [oldest] = kept.current.keys();
      if (kept.current.size >= MOST_KEPT && oldest !== undefined) kept.current.delete(oldest);
      kept.current.set(words, answer);
      if (isWanted) setFound(answer);
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words, lookUp]);
  const shown = words === '' ? undefined : found;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers of two years ago know no search element. */}
      <form method="get" role="search" class="ask">
        <input
          type="search"
          name="q"
          value={question}
          placeholder="Which robots, papers, laws, companies?"
          aria-label="Your question"
          maxLength={500}
          autoComplete="off"
          onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <button type="submit" class="main">
          Ask
        </button>
      </form>
      <div class="suggested" aria-live="polite">
        {shown !== undefined && <Found found={shown} />}
      </div>
    </>
  );
}

function Found({ found: { of, kind, total, rows } }: { readonly found: Suggestions }) {
  if (rows.length === 0) return <p class="soft">Nothing yet: go on, or ask for it in other words.</p>;
  return (
    <>
      <ul>
        {rows.map(({ id, name, by }) => (
          <li key={id}>
            <a href={addressOf({ view: 'record', ids: [`${kind}/${id}`] })}>{name}</a>
            {by !== '' && <span class="soft"> {by}</span>}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p>
          <a href={`?${new URLSearchParams({ q: of })}`}>All {total.toLocaleString('en-US')}</a>
        </p>
      )}
    </>
  );
}

async function suggestions(words: string, lookUp: LookUp): Promise<Suggestions> {
  const none = { of: words, kind: '', total: 0, rows: [] };
  try {
    const shown = await lookUp({ view: 'table', arguments: { query: words, limit: SUGGESTED } });
    if (shown.view !== 'table') return none;
    const rows = shown.rows.map(({ id, name, cells }) => ({ id, name, by: cells[1]?.text ?? '' }));
    return { of: words, kind: shown.kind, total: shown.total, rows };
  } catch {
    // Half a question may be none: the whole one is answered by the page behind the form.
    return none;
  }
}

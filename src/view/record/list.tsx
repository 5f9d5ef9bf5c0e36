import type { Asked, RecordList } from '../../tools/show/shape.ts';
import { Ask, AskWord } from '../parts/ask.tsx';
import { Link } from '../parts/link.tsx';
import { Words } from '../parts/words.tsx';
import { useSeat } from '../seat.ts';

type Entry = RecordList['entries'][number];

/** Records and pages that have to do with one. */
export function List({ list: { name, title, note, more, ordered, entries } }: { readonly list: RecordList }) {
  const { host } = useSeat();
  const Items = ordered ? 'ol' : 'ul';
  return (
    <section class={`list ${name}`} aria-labelledby={`list-${name}`}>
      <h2 id={`list-${name}`}>{title}</h2>
      {note !== undefined && <p class="soft">{note}</p>}
      <Items>
        {entries.map((entry, index) => (
          <li key={`${index} ${entry.text}`}>
            <ListEntry entry={entry} />
          </li>
        ))}
      </Items>
      {more !== undefined && host.abilities.call && (
        <p>
          <Ask class="more" asked={more}>
            {moreText(more, entries.length)}
            <span class="unseen">: {title}</span>
          </Ask>
        </p>
      )}
    </section>
  );
}

function moreText({ view }: Asked, listed: number): string {
  if (view === 'checklist') return 'As a checklist, with what is open';
  return listed === 0 ? 'Search for it' : 'All of them';
}

function ListEntry({ entry: { text, date, note, differs, leads, url } }: { readonly entry: Entry }) {
  const words = <Words text={text} />;
  return (
    <>
      {date !== undefined && <span class="date">{date} </span>}
      {url === undefined ? <AskWord asked={leads}>{words}</AskWord> : <Link url={url}>{words}</Link>}
      {note !== undefined && (
        <span class="note">
          {' '}
          <Words text={note} />
        </span>
      )}
      {differs !== undefined && differs.length > 0 && (
        <span class="differs">
          <Words text={differs.join('; ')} />
        </span>
      )}
    </>
  );
}

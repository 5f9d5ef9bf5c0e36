import type { ComponentChildren } from 'preact';
import type { Noted } from '../../tools/show/overview-shape.ts';
import type { Asked } from '../../tools/show/shape.ts';
import { CategoryIcon } from '../figure/icon.tsx';
import { addressOf, KINDS } from '../files/address.ts';
import { Words } from '../parts/words.tsx';
import { AskField } from './ask-field.tsx';
import type { StartContents } from './contents.ts';
import { BEGINNINGS, EXAMPLES } from './examples.ts';
import { PlugIn } from './plug-in.tsx';
import { YearBars } from './year-bars.tsx';

/** Where a visitor begins: a question, examples, what there is, what is new, and how to plug it in. */
export function Start({ contents }: { readonly contents: StartContents }) {
  const { overview, isExplorer, status } = contents;
  const { warnings = [], date, counts } = status.dataset;
  return (
    <main class="start">
      <h1>What would you like to know about robots?</h1>
      {isExplorer ? (
        <>
          <div id="robotics-ask">
            <AskField />
          </div>
          <ul class="examples" aria-label="Examples">
            {EXAMPLES.map(([question, asked]) => (
              <li key={question}>
                <Lead asked={asked}>{question}</Lead>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Robots, papers, laws, companies, news and challenges, each fact with its source.</p>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="problem">
          {warning}
        </p>
      ))}
      <Tiles contents={contents} />
      {isExplorer && (
        <section class="new" aria-label="What is new">
          <Noteds title="News" of={overview.news} more={{ view: 'table', tool: 'get_latest_news' }} />
          <Noteds
            title="Deadlines ahead"
            of={overview.deadlines}
            none="None is known."
            more={{ view: 'table', tool: 'get_open_challenges' }}
          />
          <Noteds
            title="Event days ahead"
            of={overview.events}
            more={{ view: 'table', tool: 'get_open_challenges' }}
          />
          <Changes contents={contents} />
        </section>
      )}
      <YearBars years={overview.papersByYear} isExplorer={isExplorer} />
      <PlugIn contents={contents} />
      <footer>
        <p>
          {status.name} {status.version}. The server is up. Dataset {status.dataset.version} of {date},{' '}
          {days(status.dataset.age_days)} old{contributed(status.dataset.contributions)};{' '}
          {status.dataset.source === 'synced' ? 'synced from a service' : 'as it came with the program'}.
        </p>
        <p>
          {Object.entries(counts)
            .map(([kind, count]) => `${count.toLocaleString('en-US')} ${kind}`)
            .join(', ')}
          . {status.terms}
        </p>
      </footer>
    </main>
  );
}

function Lead({
  asked,
  class: name,
  children,
}: {
  asked: Asked;
  class?: string;
  children: ComponentChildren;
}) {
  return (
    <a href={addressOf(asked)} class={name}>
      {children}
    </a>
  );
}

/** What there is, by kind, and robots by category: each opens it. */
function Tiles({ contents: { overview, status, isExplorer } }: { readonly contents: StartContents }) {
  const { counts } = status.dataset;
  const tile = (key: string, label: string, count: number, asked: Asked, icon?: ComponentChildren) => (
    <li key={key}>
      {isExplorer ? (
        <Lead asked={asked} class="tile">
          <span>{label}</span>
          <span class="row between">
            <strong>{count.toLocaleString('en-US')}</strong>
            {icon}
          </span>
        </Lead>
      ) : (
        <span class="tile">
          <span>{label}</span>
          <strong>{count.toLocaleString('en-US')}</strong>
        </span>
      )}
    </li>
  );
  return (
    <>
      <section aria-label="Kinds">
        <ul class="tiles kinds">
          {KINDS.map(([kind, tool, label]) =>
            tile(kind, label, counts[kind] ?? 0, { view: 'table', tool, arguments: {} }),
          )}
        </ul>
      </section>
      <section aria-labelledby="categories">
        <h2 id="categories">Robots by category</h2>
        <ul class="tiles">
          {overview.robotsByCategory.map(({ value, label, count }) => {
            const asked: Asked = { view: 'table', tool: 'search_robots', arguments: { category: value } };
            return tile(value, label, count, asked, <CategoryIcon category={value} />);
          })}
        </ul>
        {isExplorer && (
          <p class="row">
            {BEGINNINGS.map(([label, asked]) => (
              <Lead key={label} asked={asked}>
                {label}
              </Lead>
            ))}
          </p>
        )}
      </section>
    </>
  );
}

interface NotedsProps {
  readonly title: string;
  readonly of: readonly Noted[];
  readonly more: Asked;
  /** Said where there are none; without it nothing is. */
  readonly none?: string;
}

function Noteds({ title, of, more, none }: NotedsProps) {
  if (of.length === 0 && none === undefined) return null;
  return (
    <section aria-label={title} class="list">
      <h2>{title}</h2>
      {of.length === 0 && <p class="soft">{none}</p>}
      <ul>
        {of.map(({ kind, id, title: text, date }) => (
          <li key={id}>
            <span class="date">{date} </span>
            <Lead asked={{ view: 'record', ids: [`${kind}/${id}`] }}>
              <Words text={text} />
            </Lead>
          </li>
        ))}
      </ul>
      <p>
        <Lead asked={{ arguments: {}, ...more }}>All of them</Lead>
      </p>
    </section>
  );
}

function Changes({ contents: { overview, feeds } }: { readonly contents: StartContents }) {
  const { changes } = overview;
  return (
    <section aria-label="Changes" class="list">
      <h2>Changes to the data</h2>
      {changes === undefined ? (
        <p class="soft">What earlier versions had otherwise is not known here.</p>
      ) : (
        <ul>
          {changes.kinds.map(({ kind, added, changed, removed }) => (
            <li key={kind}>
              {kind}: {added.toLocaleString('en-US')} added, {changed.toLocaleString('en-US')} changed
              {removed > 0 && `, ${removed.toLocaleString('en-US')} removed`}
            </li>
          ))}
        </ul>
      )}
      {feeds.includes('changes') && (
        <p>
          <a href="?feed=changes">Follow them as a feed</a>
        </p>
      )}
    </section>
  );
}

function contributed(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ', with one contribution since'
    : `, with ${count.toLocaleString('en-US')} contributions since`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count.toLocaleString('en-US')} days`;
}

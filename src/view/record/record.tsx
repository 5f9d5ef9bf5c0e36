import type { RecordFact, ShownRecord } from '../../tools/show/shape.ts';
import { Lineup } from '../figure/lineup.tsx';
import { Ask, AskWord } from '../parts/ask.tsx';
import { Link } from '../parts/link.tsx';
import { SourceList } from '../parts/sources.tsx';
import { Words } from '../parts/words.tsx';
import { useSeat } from '../seat.ts';
import { Cites } from './cites.tsx';
import { List } from './list.tsx';
import { StatementValue } from './statement.tsx';

/** Lists that a reader must not overlook stand before what is known of the record. */
const FIRST: readonly string[] = ['recalls'];

/** All that is known of one record, each number with its source, and all that has to do with it. */
export function RecordPage({ shown }: { readonly shown: ShownRecord }) {
  const { record, facts, lists, cites } = shown;
  const first = lists.filter(({ name }) => FIRST.includes(name));
  return (
    <article class={`record-page ${shown.kind}`}>
      <Head shown={shown} />
      {shown.figure !== undefined && (
        <Lineup figures={[{ id: record.id, name: record.name, figure: shown.figure }]} />
      )}
      {first.map((list) => (
        <List key={list.name} list={list} />
      ))}
      <Facts
        facts={facts.filter(({ group }) => group !== 'specs' && group !== 'certifications')}
        label="Facts"
      />
      <Facts facts={facts.filter(({ group }) => group === 'specs')} title="Specifications" />
      <Certifications fact={facts.find(({ group }) => group === 'certifications')} />
      {cites.length > 0 && <Cites cites={cites} id={record.id} />}
      <div class="lists">
        {lists
          .filter((list) => !first.includes(list))
          .map((list) => (
            <List key={list.name} list={list} />
          ))}
      </div>
      <section class="sources" aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <SourceList sources={record.sources} />
      </section>
    </article>
  );
}

function Head({ shown: { kind, tool, record } }: { readonly shown: ShownRecord }) {
  const { host } = useSeat();
  const { by, names, description, url, id } = record;
  return (
    <div class="record-head">
      <p class="soft">
        {by !== undefined && (
          <>
            <AskWord asked={by.leads}>{by.text}</AskWord>
            {' · '}
          </>
        )}
        <code>
          <Words text={`${kind}/${id}`} />
        </code>
      </p>
      {names.length > 0 && (
        <p>
          <span class="soft">Also called </span>
          <Words text={names.join(', ')} />
        </p>
      )}
      {description !== undefined && (
        <p class="description">
          <Words text={description} />
        </p>
      )}
      <p class="row">
        {url !== undefined && (
          <Link url={url}>{kind === 'publications' ? 'Read the paper' : 'Its own page'}</Link>
        )}
        {kind === 'robots' && host.abilities.call && (
          <Ask class="button" asked={{ view: 'compare', tool, ids: [id] }}>
            Compare with others
          </Ask>
        )}
      </p>
    </div>
  );
}

/** True for a number that no page is named for. */
function isUnverified({ group, values }: RecordFact): boolean {
  return group === 'specs' && values.some(({ source }) => source === undefined);
}

interface FactsProps {
  readonly facts: readonly RecordFact[];
  /** Above them; or else said to those who hear them. */
  readonly title?: string;
  readonly label?: string;
}

function Facts({ facts, title, label }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <section class="facts" aria-label={title ?? label}>
      {title !== undefined && <h2>{title}</h2>}
      {facts.some(isUnverified) && (
        <p class="soft">
          Unverified: one of the sources below states it, and nobody has read it there again.
        </p>
      )}
      <dl>
        {facts.map((fact) => (
          <div key={fact.field} class={fact.values.length > 3 ? 'many' : undefined}>
            <dt>
              {fact.label}
              {fact.unit !== undefined && fact.unit !== 'USD' && <span class="unit"> {fact.unit}</span>}
            </dt>
            {fact.values.map((value, index) => (
              <dd key={`${index} ${value.text}`}>
                <StatementValue value={value} of={fact.label} isChecked={isUnverified(fact)} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function Certifications({ fact }: { readonly fact: RecordFact | undefined }) {
  if (fact === undefined) return null;
  return (
    <section aria-label="Certifications" class="certifications">
      <h2>Certifications on record</h2>
      <ul>
        {fact.values.map((value, index) => (
          <li key={`${index} ${value.text}`}>
            <StatementValue value={value} of="certification" />
          </li>
        ))}
      </ul>
    </section>
  );
}

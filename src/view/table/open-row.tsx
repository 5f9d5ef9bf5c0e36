import { useEffect, useState } from 'preact/hooks';
import type { Shown, ShownTable } from '../../tools/show/shape.ts';
import { Value } from '../compare/value.tsx';
import { Link } from '../parts/link.tsx';
import { SourceList } from '../parts/sources.tsx';
import { useSeat } from '../seat.ts';

/** Which rows are open. */
export function useOpenRows() {
  const [open, setOpen] = useState<readonly string[]>([]);
  return {
    isOpen: (id: string) => open.includes(id),
    toggle: (id: string) =>
      setOpen((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])),
  };
}

interface OpenRowProps {
  readonly row: ShownTable['rows'][number];
  /** The search that the row is from. */
  readonly tool: string;
}

/** The whole record of a row with its sources, fetched when it is opened; where nobody can be asked, the sources. */
export function OpenRow({ row, tool }: OpenRowProps) {
  const { host, fetch } = useSeat();
  const [record, setRecord] = useState<Shown>();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setProblem(undefined);
    fetch({ view: 'compare', tool, ids: [row.id] }).then(setRecord, (error: Error) =>
      setProblem(error.message),
    );
  }, [row.id, tries]);

  if (problem !== undefined && !host.abilities.call) return <Pages sources={row.sources} />;
  if (problem !== undefined) {
    return (
      <div class="problem" role="alert">
        <p class="prose">{problem}</p>
        <button type="button" onClick={() => setTries(tries + 1)}>
          Try again
        </button>
      </div>
    );
  }
  if (record?.view !== 'compare') return <p role="status">Loading…</p>;
  const [whole] = record.records;
  return (
    <div class="record">
      <dl>
        {record.rows.map((field) => (
          <div key={field.field}>
            <dt>
              {field.label}
              {field.unit !== undefined && <span class="unit"> {field.unit}</span>}
            </dt>
            <dd>
              <Value row={field} index={0} of={row.name} />
            </dd>
          </div>
        ))}
      </dl>
      {whole?.url !== undefined && (
        <p>
          <Link url={whole.url}>The page of {row.name}</Link>
        </p>
      )}
      <Pages sources={whole?.sources ?? row.sources} />
    </div>
  );
}

function Pages({ sources }: { readonly sources: ShownTable['rows'][number]['sources'] }) {
  return (
    <div class="sources">
      <h2>Sources</h2>
      <SourceList sources={sources} />
    </div>
  );
}

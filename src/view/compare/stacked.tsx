import { Sources } from '../parts/sources.tsx';
import { RecordName } from './record-name.tsx';
import type { LayoutProps } from './side-by-side.tsx';
import { Value } from './value.tsx';

/** For narrow places: first the records, then a block a field with a line for each of them. */
export function Stacked({ shown: { kind, records, rows }, without }: LayoutProps) {
  return (
    <div class="stacked">
      <ul class="records">
        {records.map((record) => (
          <li key={record.id}>
            <RecordName kind={kind} record={record} without={without} />
            <Sources sources={record.sources} of={record.name} />
          </li>
        ))}
      </ul>
      {rows.map((row) => (
        <section key={row.field} aria-label={row.label}>
          <h2>
            {row.label}
            {row.unit !== undefined && <span class="unit"> {row.unit}</span>}
          </h2>
          <dl>
            {records.map((record, index) => (
              <div key={record.id} class={row.cells[index]?.best && 'best'}>
                <dt>{record.name}</dt>
                <dd>
                  <Value row={row} index={index} of={record.name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

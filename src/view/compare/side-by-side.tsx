import type { Asked, ShownCompare } from '../../tools/show/shape.ts';
import { Sources } from '../parts/sources.tsx';
import { RecordName } from './record-name.tsx';
import { Value } from './value.tsx';

export interface LayoutProps {
  readonly shown: ShownCompare;
  /** Asks for the same without a record; undefined where nobody can be asked, or it is the only one. */
  readonly without: ((id: string) => Asked) | undefined;
}

/** A column a record, a row a field. */
export function SideBySide({ shown: { kind, records, rows }, without }: LayoutProps) {
  return (
    <div class="wide">
      <table class="side-by-side">
        <thead>
          <tr>
            <td />
            {records.map((record) => (
              <th key={record.id} scope="col">
                <RecordName kind={kind} record={record} without={without} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr
              key={row.field}
              class={place > 0 && rows[place - 1]?.group !== row.group ? 'begins' : undefined}
            >
              <th scope="row">
                {row.label}
                {row.unit !== undefined && <span class="unit"> {row.unit}</span>}
              </th>
              {records.map((record, index) => (
                <td key={record.id} class={row.cells[index]?.best && 'best'}>
                  <Value row={row} index={index} of={record.name} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Sources</th>
            {records.map((record) => (
              <td key={record.id}>
                <Sources sources={record.sources} of={record.name} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

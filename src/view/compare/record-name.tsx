import type { Asked, ShownCompare } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { Link } from '../parts/link.tsx';
import { useSeat } from '../seat.ts';

interface RecordNameProps {
  readonly kind: string;
  readonly record: ShownCompare['records'][number];
  /** Asks for the same without a record; undefined where nobody can be asked, or it is the only one. */
  readonly without: ((id: string) => Asked) | undefined;
}

/** Name of a record, whose it is, and a way to take it out. */
export function RecordName({ kind, record: { id, name, by, url }, without }: RecordNameProps) {
  const { host } = useSeat();
  const page: Asked = { view: 'record', ids: [`${kind}/${id}`] };
  return (
    <div class="record-name">
      <span class="name">
        {host.hrefOf(page) === undefined ? (
          url === undefined ? (
            name
          ) : (
            <Link url={url}>{name}</Link>
          )
        ) : (
          <Ask asked={page}>{name}</Ask>
        )}
      </span>
      {by !== undefined && <span class="soft">{by}</span>}
      {without && (
        <Ask class="icon" label={`Remove ${name}`} asked={without(id)}>
          ×
        </Ask>
      )}
    </div>
  );
}

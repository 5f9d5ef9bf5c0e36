import type { ShownCompare } from '../../tools/show/shape.ts';
import { Link } from '../parts/link.tsx';

interface RecordNameProps {
  readonly record: ShownCompare['records'][number];
  readonly remove: ((id: string) => void) | undefined;
}

/** Name of a record, whose it is, and a way to take it out. */
export function RecordName({ record: { id, name, by, url }, remove }: RecordNameProps) {
  return (
    <div class="record-name">
      <span class="name">{url === undefined ? name : <Link url={url}>{name}</Link>}</span>
      {by !== undefined && <span class="soft">{by}</span>}
      {remove && (
        <button
          type="button"
          class="icon"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={() => remove(id)}
        >
          ×
        </button>
      )}
    </div>
  );
}

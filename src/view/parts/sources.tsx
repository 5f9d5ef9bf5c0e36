import type { Source } from '../../tools/show/shape.ts';
import { Link } from './link.tsx';

/** The pages that a record comes from, one click away; nothing where there are none. */
export function Sources({ sources, of }: { readonly sources: readonly Source[]; readonly of: string }) {
  if (sources.length === 0) return null;
  return (
    <details class="sources">
      <summary>
        {sources.length === 1 ? '1 source' : `${sources.length} sources`}
        <span class="unseen"> of {of}</span>
      </summary>
      <SourceList sources={sources} />
    </details>
  );
}

export function SourceList({ sources }: { readonly sources: readonly Source[] }) {
  return (
    <ul>
      {sources.map(({ url, title, date }) => (
        <li key={url}>
          <Link url={url}>{title}</Link>
          {date !== undefined && <span class="soft"> {date}</span>}
        </li>
      ))}
    </ul>
  );
}

import type { RecordStatement } from '../../tools/show/shape.ts';
import { AskWord } from '../parts/ask.tsx';
import { Link } from '../parts/link.tsx';
import { Words } from '../parts/words.tsx';

interface StatementValueProps {
  readonly value: RecordStatement;
  /** What it is said of. */
  readonly of: string;
  /** True where a value that no page is named for has to say so. */
  readonly isChecked?: boolean;
}

/** A value, where it leads, under what it holds, and the page that states it. */
export function StatementValue({ value, of, isChecked = false }: StatementValueProps) {
  const { text, leads, note, source, stated, seen } = value;
  const said = [
    ...(stated === undefined ? [] : [`there: “${stated}”`]),
    ...(seen === undefined ? [] : [`read ${seen}`]),
  ].join(', ');
  return (
    <>
      <span class="value">
        <AskWord asked={leads}>
          <Words text={text} />
        </AskWord>
      </span>
      {note !== undefined && (
        <span class="note">
          {' '}
          <Words text={note} />
        </span>
      )}
      {source !== undefined && (
        <span class="from note">
          <Link url={source}>
            <Words text={hostOf(source)} />
            <span class="unseen">
              {' '}
              states {of} {text}
              {said !== '' && `, ${said}`}
            </span>
          </Link>
          {said !== '' && <span class="stated"> {said}</span>}
        </span>
      )}
      {source === undefined && isChecked && <span class="from note unchecked">unverified</span>}
    </>
  );
}

/** `unitree.com` of `https://www.unitree.com/g1`. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

import type { ShownRecord } from '../../tools/show/shape.ts';
import { Exports } from '../parts/exports.tsx';

interface CitesProps {
  readonly cites: ShownRecord['cites'];
  readonly id: string;
}

const TYPES: Readonly<Record<string, readonly [mediaType: string, extension: string]>> = {
  bibtex: ['application/x-bibtex', 'bib'],
  ris: ['application/x-research-info-systems', 'ris'],
  'csl-json': ['application/vnd.citationstyles.csl+json', 'json'],
};

/** The entry of a paper in each form, to be copied; without scripts to be marked. */
export function Cites({ cites, id }: CitesProps) {
  return (
    <section class="cites" aria-labelledby="cite">
      <h2 id="cite">Cite</h2>
      <Exports
        ways={cites.map(({ form, label, text }) => {
          const [mediaType, extension] = TYPES[form] ?? ['text/plain', 'txt'];
          return {
            label: `Copy ${label}`,
            isCopied: true,
            make: () => ({ name: `${id}.${extension}`, mediaType, text: `${text}\n` }),
          };
        })}
      />
      {cites.map(({ form, label, text }) => (
        <details key={form}>
          <summary>{label}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
          <section tabIndex={0} aria-label={label} class="entry">
            <pre>{text}</pre>
          </section>
        </details>
      ))}
    </section>
  );
}

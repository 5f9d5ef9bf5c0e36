import { kinds } from '../../../kinds/kinds.ts';
import { sanitizeLine } from '../../../lib/sanitize.ts';
import { readLatex } from '../../../text/read-latex.ts';
import { type DatasetCheck, placeOf, texts } from './check.ts';

/** Every text is as the sanitizer leaves it: nothing in it is hidden, in two forms or without need. */
export const visibleTexts: DatasetCheck = {
  name: 'visible-texts',
  *check({ records }) {
    for (const kind of kinds) {
      for (const record of records[kind]) {
        for (const { path, text } of texts(record)) {
          const fault = hiddenIn(text);
          if (fault !== undefined) yield { where: placeOf(kind, record.id), message: `${path} ${fault}` };
        }
      }
    }
  },
};

/** Titles and names are plain text: nothing is left in them of the TeX in which authors write. */
export const plainTitles: DatasetCheck = {
  name: 'plain-titles',
  *check({ records }) {
    for (const { id, title, authors } of records.publications) {
      for (const { path, text } of texts({ title, authors })) {
        const plain = readLatex(text);
        if (plain === text) continue;
        const where = placeOf('publications', id);
        yield { where, message: `${path} is written in TeX; write ${JSON.stringify(plain)}` };
      }
    }
  },
};

/** What is wrong with a text and what to do; undefined if all of it shows. */
function hiddenIn(text: string): string | undefined {
  const clean = sanitizeLine(text);
  if (clean === text) return undefined;
  const kept = [...clean];
  const sign = [...text].find((letter, i) => letter !== kept[i]) ?? '';
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `holds U+${code}, which is hidden, a blank too many or not in Unicode's form NFC; write plain text`;
}

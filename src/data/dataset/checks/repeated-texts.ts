import { kinds } from '../../../kinds/kinds.ts';
import { compact } from '../../../text/fold.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** No description or summary is that of another record, of whatever kind. */
export const repeatedTexts: DatasetCheck = {
  name: 'repeated-texts',
  scope: kinds,
  *check({ records }) {
    const owners = new Map<string, string>();
    for (const kind of kinds) {
      for (const record of records[kind]) {
        const text = describing(record);
        if (text === undefined) continue;
        const owner = owners.get(compact(text));
        if (owner !== undefined) yield { where: placeOf(kind, record.id), message: repeated(owner) };
        else owners.set(compact(text), placeOf(kind, record.id));
      }
    }
  },
};

/** The id of the first of some records whose description says the same as a text. */
export function repeatedText(
  text: string,
  others: readonly { readonly id: string; readonly description: string }[],
): string | undefined {
  const key = compact(text);
  return others.find(({ description }) => compact(description) === key)?.id;
}

function describing(record: object): string | undefined {
  if ('description' in record && typeof record.description === 'string') return record.description;
  if ('summary' in record && typeof record.summary === 'string') return record.summary;
  return undefined;
}

function repeated(owner: string): string {
  return `says the same as ${owner}; describe what sets it apart, or merge the two`;
}

import { isIP } from 'node:net';
import { kinds } from '../../../kinds/kinds.ts';
import { type DatasetCheck, placeOf, texts } from './check.ts';

const addressFields = new Set(['url', 'venue_url', 'source']);
const privateSuffixes = [
  '.local',
  '.localhost',
  '.internal',
  '.lan',
  '.home',
  '.test',
  '.invalid',
  '.example',
];

/** Every address is a public http(s) page. */
export const addresses: DatasetCheck = {
  name: 'addresses',
  scope: kinds,
  *check({ records }) {
    for (const kind of kinds) {
      for (const record of records[kind]) {
        for (const { path, text } of texts(record)) {
          if (!addressFields.has(path.split('.').at(-1) ?? '')) continue;
          const fault = addressFault(text);
          if (fault !== undefined)
            yield { where: placeOf(kind, record.id), message: `${path} ${text} ${fault}` };
        }
      }
    }
  },
};

/** What is wrong with an address and what to do; undefined if it is a public http(s) page. */
export function addressFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no address; write the whole address of the page that was read';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is not http(s); name a public page';
  if (url.username !== '' || url.password !== '') return 'holds a user name; take it out';
  return isPublicHost(url.hostname)
    ? undefined
    : 'is not on a public host; name a page that everybody can read';
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  // No page worth citing is known by its number alone, and private ranges are hard to list in full.
  if (host.startsWith('[') || isIP(host) !== 0) return false;
  return host.includes('.') && !privateSuffixes.some((suffix) => host.endsWith(suffix));
}

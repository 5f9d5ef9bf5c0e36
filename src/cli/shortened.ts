import type { Kind } from '../kinds/kinds.ts';
import { isKind } from '../kinds/kinds.ts';
import type { Service } from '../protocol/service.ts';
import { kindOf } from './called.ts';
import { usingIds } from './short-ids.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The beginnings by which the records of an answer are called, as they are while it is shown. */
export async function shortened(
  service: Service,
  { name }: { readonly name: string },
  answer: Fields,
): Promise<((id: string) => string) | undefined> {
  const kind = kindIn(name, answer);
  const ids = idsIn(answer);
  if (kind === undefined || ids.size === 0) return undefined;
  const short = await usingIds(
    service,
    (book) => new Map([...ids].map((id) => [id, book.shorten(kind, id)])),
  );
  return (id) => short.get(id) ?? id;
}

function kindIn(tool: string, { kind }: Fields): Kind | undefined {
  return isKind(String(kind)) ? (kind as Kind) : kindOf(tool);
}

/** The ids of the records in the lists of an answer. */
function idsIn(answer: Fields): Set<string> {
  const lists = Object.values(answer).filter((value) => Array.isArray(value));
  const ids = lists
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null && 'id' in one ? [one.id] : []));
  return new Set(ids.map(String));
}

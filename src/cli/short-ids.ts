import { type Kind, kinds } from '../kinds/kinds.ts';
import type { Service } from '../protocol/service.ts';
import { compact } from '../text/fold.ts';
import type { DataContext } from '../tools/tool.ts';

/** No shortened id is shorter: a letter or two say nothing. */
const SHORTEST = 6;
/** What would be saved by less is shown whole. */
const LEAST_SAVED = 3;
/** So many names that begin alike are looked at; where there are more, a beginning is not taken for one of them. */
const MOST_LOOKED_AT = 50;

/** Of longer texts every slip would be too many. */
const LONGEST_SLIP = 24;

/** A record by its kind and id. */
interface Called {
  readonly kind: Kind;
  readonly id: string;
}

/** Ids as git has them: their beginning is enough, where no other of the kind begins so. */
export class ShortIds {
  readonly #data: Pick<DataContext, 'catalogue'>;

  constructor(data: Pick<DataContext, 'catalogue'>) {
    this.#data = data;
  }

  /**
   * The shortest beginning of an id that is nobody else's and that nothing else is called by: it ends within a word, so
   * that it is taken for no name.
   */
  shorten(kind: Kind, id: string): string {
    const first = id.indexOf('-');
    if (first === -1) return id;
    const { catalogue } = this.#data;
    const store = catalogue.store(kind);
    const row = store.indexOf(id);
    const added = catalogue.contributed(kind);
    if (row === undefined || added.has(id)) return id;
    // Rows are in the order of their ids: whose id begins alike is next to it, or was added.
    const others = [row - 1, row + 1]
      .filter((each) => each >= 0 && each < store.size)
      .map((each) => store.idOf(each));
    const apart = [...others, ...added].map((other) => alike(other, id) + 1);
    let length = Math.max(SHORTEST, first + 2, ...apart);
    while (id[length - 1] === '-' || id[length] === '-') length += 1;
    const start = id.slice(0, length);
    return length > id.length - LEAST_SAVED || this.#isCalled(kind, start) ? id : start;
  }

  /** The records whose ids begin so, of some kinds or of all. */
  beginning(typed: string, among: readonly Kind[] = kinds): Called[] {
    const start = typed.toLowerCase();
    if (!/[a-z0-9]/.test(start)) return [];
    return among.flatMap((kind) => {
      const { ids, isAll } = this.#beginning(kind, start);
      // Those that were not looked at may begin so too.
      return isAll || ids.length > 1 ? ids.map((id) => ({ kind, id })) : [];
    });
  }

  /** True for the id or the name of a record of any kind, and for the beginning of an id. */
  isRecord(text: string): boolean {
    const isCalled = kinds.some((kind) => this.#isCalled(kind, text));
    return isCalled || (text.includes('-') && this.beginning(text).length > 0);
  }

  /** Ids of records called as a text that is a slip away: a letter too many, too few, another or in another place. */
  slipsOf(typed: string, among: readonly Kind[] = kinds): string[] {
    if (typed.length > LONGEST_SLIP) return [];
    const found = among.flatMap((kind) => {
      const store = this.#data.catalogue.store(kind);
      return slips(compact(typed))
        .flatMap((name) => store.indexOf(name) ?? [])
        .map((row) => store.idOf(row));
    });
    return [...new Set(found)];
  }

  #beginning(kind: Kind, start: string): { readonly ids: readonly string[]; readonly isAll: boolean } {
    const found = this.#data.catalogue.store(kind).idsBeginning(start, MOST_LOOKED_AT);
    const ids = [...new Set(found)].filter((id) => id.startsWith(start));
    return { ids, isAll: found.length < MOST_LOOKED_AT };
  }

  #isCalled(kind: Kind, text: string): boolean {
    return this.#data.catalogue.store(kind).indexOf(text) !== undefined;
  }
}

/** Does something with the ids of a service's records as they are now. */
export function usingIds<T>(service: Service, use: (ids: ShortIds) => T): Promise<T> {
  return service.using((data) => use(new ShortIds(data)));
}

/** How many letters two texts begin with alike. */
function alike(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** The texts that are one slip away, those of a letter dropped or doubled or of two that changed places first. */
function slips(text: string): string[] {
  const places = Array.from(text, (_, i) => i);
  const before = (i: number) => text.slice(0, i);
  const dropped = places.map((i) => before(i) + text.slice(i + 1));
  const swapped = places.slice(1).map((i) => `${before(i - 1)}${text[i]}${text[i - 1]}${text.slice(i + 1)}`);
  const added = [...places, text.length].flatMap((i) =>
    LETTERS.map((sign) => before(i) + sign + text.slice(i)),
  );
  const changed = places.flatMap((i) => LETTERS.map((sign) => before(i) + sign + text.slice(i + 1)));
  return [...dropped, ...swapped, ...added, ...changed].filter((name) => name.length > 1 && name !== text);
}

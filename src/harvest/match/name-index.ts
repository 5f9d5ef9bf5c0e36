import { compact, fold, words } from '../../text/fold.ts';
import type { KnownRecords } from '../dataset-draft.ts';

/** A company or robot of ours, as a title may name it. */
export interface KnownName {
  readonly kind: 'company' | 'robot';
  /** As our record has it. */
  readonly name: string;
  /** Of a robot: its maker's name. */
  readonly maker: string | undefined;
  readonly country: string;
}

/** A name under one of its spellings. */
export interface Spelling {
  readonly names: readonly KnownName[];
  /** The name as a person writes it. */
  readonly written: string;
  /** An everyday word, or too short to tell anything by itself. */
  readonly isWeak: boolean;
}

/** Words at the end of a company's name that people leave out. */
export const endings: ReadonlySet<string> = new Set(
  'inc ltd llc corp corporation co company gmbh ag sa bv plc kk limited incorporated group holding holdings robotic robotics robot robots technology technologies tech ai labs lab systems international intelligence bionics automation'.split(
    ' ',
  ),
);

/** Words that are names of many things, in our titles or not. */
const everyday = new Set(
  'humanoid robot robots robotics drone apollo hercules sequoia vulcan cardinal proteus titan atlas scout vector pepper sparrow stretch spot digit figure canvas picnic sunday formic glacier burro embodied humane outrider manna monumental dexterity covariant formant viam vention flex hubs rti usi amp ats fbr psa pdw tars atoms humanoid double moxie ally aria nova alpha mini max pro plus one zero phoenix dragon tiger eagle falcon hawk raven fox wolf bear shark dolphin orca star sun moon mars galaxy orion ark hero ranger pilot rover explorer voyager pioneer mate guardian sentinel amiga bumblebee elephant monkey spider mantis crane path eclipse horizon summit bright wonder dash neon onward advanced united general universal global national standard american european japan korea china'.split(
    ' ',
  ),
);

/** Every name of ours by its letters and digits without spaces. */
export class NameIndex {
  /** Most words that one name has. */
  readonly longest: number;
  readonly #spellings = new Map<string, { names: KnownName[]; written: string; isWeak: boolean }>();

  constructor(known: KnownRecords) {
    const common = commonWords(known);
    let longest = 1;
    const add = (written: string, name: KnownName, isWeak: boolean) => {
      longest = Math.max(longest, words(fold(written)).length);
      this.#add(written, name, isWeak || isEveryday(written, common));
    };
    for (const kind of ['manufacturers', 'startups'] as const) {
      for (const { name, country } of known.all(kind)) {
        const company = { kind: 'company', name, maker: undefined, country } as const;
        add(name, company, false);
        const core = withoutEnding(name);
        if (core !== name) add(core, company, false);
      }
    }
    for (const { name, manufacturer } of known.all('robots')) {
      const robot = { kind: 'robot', name, maker: manufacturer.name, country: manufacturer.country } as const;
      add(name, robot, isWeakModel(name));
    }
    this.longest = Math.min(8, longest + 1);
  }

  find(compacted: string): Spelling | undefined {
    return this.#spellings.get(compacted);
  }

  #add(written: string, name: KnownName, isWeak: boolean): void {
    const key = compact(written);
    if (key.length < 2) return;
    const known = this.#spellings.get(key);
    if (known === undefined) this.#spellings.set(key, { names: [name], written, isWeak });
    else if (
      !known.names.some(
        (each) => each.kind === name.kind && each.name === name.name && each.maker === name.maker,
      )
    ) {
      known.names.push(name);
      known.isWeak ||= isWeak;
    }
  }
}

/** `Figure` of `Figure AI`, `Unitree` of `Unitree Robotics`; the name itself if nothing else would be left. */
export function withoutEnding(name: string): string {
  const [open, close] = [name.indexOf('('), name.lastIndexOf(')')];
  const bare = open === -1 || close < open ? name : `${name.slice(0, open)} ${name.slice(close + 1)}`;
  const parts = bare.trim().split(/[\s,]+/);
  let end = parts.length;
  while (end > 1 && endings.has(compact(parts[end - 1] ?? ''))) end -= 1;
  return parts.slice(0, end).join(' ');
}

/** A model's name of one word says nothing by itself, unless it is written as no other word is. */
function isWeakModel(name: string): boolean {
  const parts = words(fold(name));
  const key = compact(name);
  if (/\d/.test(key)) return key.length < 6;
  if (parts.length > 1) return false;
  return !/\p{Ll}\p{Lu}/u.test(name) || key.length < 4;
}

function isEveryday(written: string, common: ReadonlySet<string>): boolean {
  const parts = words(fold(written));
  if (compact(written).length <= 3) return true;
  return parts.every((part) => everyday.has(part) || common.has(part));
}

/** A word is common if one of so many of our titles has it in lower case; the more titles, the more typos. */
const titlesACommonWord = 10_000;

/** Words that our own titles write in small letters. */
function commonWords(known: KnownRecords): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let texts = 0;
  const count = (text: string) => {
    texts += 1;
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}]{2,}/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  };
  for (const { title } of known.all('publications')) count(title);
  for (const { summary } of known.all('news')) count(summary);
  const least = Math.max(2, Math.round(texts / titlesACommonWord));
  return new Set([...counts].filter(([, seen]) => seen >= least).map(([word]) => fold(word)));
}

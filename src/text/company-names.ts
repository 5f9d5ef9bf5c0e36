import { fold, singular, words } from './fold.ts';

/** Words of a company's name that people leave out or put in as they like. */
const decoration = new Set(
  'inc ltd llc corp corporation co company gmbh ag sa bv plc kk oy ab as limited incorporated group holding the robotic robotics robot technology technologies tech ai labs lab systems'.split(
    ' ',
  ),
);

/** True for a word of a company's name that tells it from no other: `robotics`, `inc`. */
export function isDecoration(word: string): boolean {
  return decoration.has(word);
}

/** What of a name is held against what was asked. */
export interface NameForms {
  readonly singulars: ReadonlySet<string>;
  /** The name without words such as Inc., Robotics or AI. */
  readonly core: string;
  /** Of a name of more than two words. */
  readonly initials: string | undefined;
}

export function nameForms(name: string): NameForms {
  const own = words(fold(name));
  return {
    singulars: new Set(own.map(singular)),
    core: withoutDecoration(own).join(' '),
    initials: own.length > 2 ? initials(own) : undefined,
  };
}

/**
 * Tells whether what was asked names a company, robot or person: all its words stand in the name, or they are alike
 * but for words such as Inc., Robotics or AI, or they are its initials. `Figure AI` and `Figure`, `IFR` and
 * `International Federation of Robotics`.
 */
export function formsNamedBy(asked: string): (name: NameForms) => boolean {
  const wanted = words(fold(asked));
  const singulars = wanted.map(singular);
  const wantedCore = withoutDecoration(wanted).join(' ');
  // `Johnson & Johnson` is no other Johnson.
  const isDoubled = new Set(singulars).size < singulars.length;
  return (name) => {
    if (wanted.length === 0) return false;
    if (isDoubled) return ` ${name.core} `.includes(` ${wantedCore} `);
    if (singulars.every((word) => name.singulars.has(word))) return true;
    if (name.core !== '' && name.core === wantedCore) return true;
    return wanted.length === 1 && name.initials === wanted[0];
  };
}

/** The same for names that are compared once. */
export function namedBy(asked: string): (name: string) => boolean {
  const isNamed = formsNamedBy(asked);
  return (name) => isNamed(nameForms(name));
}

function withoutDecoration(list: readonly string[]): string[] {
  return list.filter((word) => !decoration.has(word));
}

function initials(list: readonly string[]): string {
  return list
    .filter((word) => !/^(of|the|and|for|de|la)$/.test(word))
    .map((word) => word[0])
    .join('');
}

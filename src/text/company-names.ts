import { fold, singular, words } from './fold.ts';

/** Words of a company's name that people leave out or put in as they like. */
const decoration = new Set(
  'inc ltd llc corp corporation co company gmbh ag sa bv plc kk oy ab as limited incorporated group holding the robotic robotics robot technology technologies tech ai labs lab systems'.split(
    ' ',
  ),
);

/**
 * True if what was asked names this company, robot or person: all its words stand in the name, or they are alike
 * but for words such as Inc., Robotics or AI, or they are its initials. `Figure AI` and `Figure`, `IFR` and
 * `International Federation of Robotics`.
 */
export function isNamed(name: string, asked: string): boolean {
  const own = words(fold(name));
  const wanted = words(fold(asked));
  if (wanted.length === 0) return false;
  const has = new Set(own.map(singular));
  if (wanted.every((word) => has.has(singular(word)))) return true;
  const core = withoutDecoration(own);
  if (core.length > 0 && core.join(' ') === withoutDecoration(wanted).join(' ')) return true;
  return wanted.length === 1 && own.length > 2 && initials(own) === wanted[0];
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

import { answerAttacks } from './answers.ts';
import type { Attack } from './attack.ts';
import { offerAttacks } from './offers.ts';
import { thefts } from './thefts.ts';
import { troubles } from './troubles.ts';

/** The table of attacks. */
export const allAttacks: readonly Attack[] = [...offerAttacks, ...thefts, ...answerAttacks, ...troubles];

/** Every two of them, each once. */
export function pairsOf(attacks: readonly Attack[]): (readonly [Attack, Attack])[] {
  return attacks.flatMap((first, i) => attacks.slice(i + 1).map((second) => [first, second] as const));
}

import type { Mend } from './report.ts';

/** The words in a challenge's own summary that say how often it is held. */
const recurrences: Readonly<Record<string, { recurrence: 'annual' | 'biennial'; words: string }>> = {
  'abu-robocon': { recurrence: 'annual', words: 'a new theme each year' },
  'beijing-etown-humanoid-half-marathon': { recurrence: 'annual', words: 'Annual half marathon' },
  eurobot: { recurrence: 'annual', words: 'changes yearly' },
  'farm-robotics-challenge': { recurrence: 'annual', words: 'Yearly US contest' },
  'first-robotics-competition': { recurrence: 'annual', words: 'revealed each January' },
  'first-tech-challenge': { recurrence: 'annual', words: 'take part each year' },
  imav: { recurrence: 'annual', words: 'Yearly conference and competition' },
  'vex-robotics-competition': { recurrence: 'annual', words: 'a yearly world championship' },
  'vex-robotics-world-championship-2027': { recurrence: 'annual', words: 'Yearly final' },
  'world-robot-olympiad': { recurrence: 'annual', words: 'yearly finals' },
};

/** Adds `recurrence` where the summary states it; the words are looked for, so that the table cannot go stale. */
export function withRecurrence(challenge: Record<string, unknown>, mend: Mend): Record<string, unknown> {
  const known = recurrences[String(challenge.id)];
  if (known === undefined || challenge.recurrence !== undefined) return challenge;
  if (!String(challenge.summary).includes(known.words)) {
    throw new Error(`its summary no longer says '${known.words}': read it and mend the table of recurrences`);
  }
  mend(`recurrence ${known.recurrence} taken from the summary`);
  return { ...challenge, recurrence: known.recurrence };
}

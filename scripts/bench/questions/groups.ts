import type { Registry } from '../../../src/tools/registry.ts';
import type { Random } from '../../harness/random.ts';
import { totalOf } from '../registry.ts';
import type { Question } from '../rpc.ts';

/** Draws the arguments of one question of a group. */
type Draw = (random: Random) => Question['args'];

/** Ways to ask, by the name under which the tables show them. */
export type Groups = Readonly<Record<string, Draw>>;

/** Questions of a group that are only kept if they find at least so many records. */
export interface Broad {
  readonly group: string;
  readonly draw: Draw;
  readonly least: number;
}

/** Draws distinct questions, the same number of every group. */
export function drawQuestions(
  tool: Question['tool'],
  groups: Groups,
  count: number,
  random: Random,
): Question[] {
  const names = Object.keys(groups);
  const questions = new Map<string, Question>();
  for (let tries = 0; questions.size < count && tries < 100 * count; tries++) {
    const group = names[questions.size % names.length] as string;
    keep(questions, { tool, group, args: (groups[group] as Draw)(random) });
  }
  return [...questions.values()];
}

/** Draws distinct questions that find much. */
export async function drawBroad(
  tool: Question['tool'],
  { group, draw, least }: Broad,
  count: number,
  random: Random,
  registry: Registry,
): Promise<Question[]> {
  const questions = new Map<string, Question>();
  for (let tries = 0; questions.size < count && tries < 100 * count; tries++) {
    const question = { tool, group, args: draw(random) };
    if ((await totalOf(registry, question)) >= least) keep(questions, question);
  }
  return [...questions.values()];
}

function keep(questions: Map<string, Question>, question: Question): void {
  questions.set(JSON.stringify(question.args), question);
}

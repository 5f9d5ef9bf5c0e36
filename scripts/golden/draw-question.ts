import type { Kind } from '../../src/kinds/kinds.ts';
import type { Random } from '../harness/random.ts';
import { drawBound, type Phrase } from './bounds.ts';
import type { Call } from './draw-calls.ts';
import {
  drawDenial,
  drawLikeness,
  drawList,
  drawPeriod,
  drawSuperlative,
  drawTitle,
  drawValue,
} from './phrases.ts';
import { type Rows, textOf } from './records.ts';
import { type Subject, subjects } from './subjects.ts';

/** What a question is about as a whole. */
type Head = 'likeness' | 'superlative' | 'category' | 'title' | 'name';
/** What is asked of it. */
type Condition = 'bound' | 'period' | 'denial' | 'list' | 'value';
/** What a call holds; `other` for calls that were not drawn as questions. */
export type Group = Head | Condition | 'other';

interface Asked {
  readonly kind: Kind;
  readonly subject: Subject;
  /** Nothing else is asked beside it. */
  readonly isSingle: boolean;
}

type Make<T> = (random: Random, rows: Rows, asked: Asked) => T;

const heads: Readonly<Record<Head, Make<string>>> = {
  likeness: (random, rows, { kind, subject: { likes = [], nouns } }) =>
    drawLikeness(random, rows[kind], likes, random.pick(nouns)),
  superlative: (random, rows, { subject: { superlatives, nouns, category }, isSingle }) => {
    const noun = isSingle || random.chance(0.5) ? random.pick(nouns) : category(random, rows);
    return drawSuperlative(random, superlatives, noun);
  },
  category: (random, rows, { subject }) => subject.category(random, rows),
  title: (random, rows, { kind, subject: { title = 'title' } }) => drawTitle(random, rows[kind], title),
  name: (random, rows, { kind, subject }) => {
    const name = textOf(random, rows[kind], random.pick(subject.names));
    return random.chance(0.3) ? name.toLowerCase() : name;
  },
};

const conditions: Readonly<Record<Condition, Make<Phrase>>> = {
  bound: (random, rows, { subject: { measures = [] } }) => drawBound(random, rows, random.pick(measures)),
  period: (random, rows, { kind, subject: { dates } }) => drawPeriod(random, rows[kind], dates),
  denial: (random, rows, { subject: { fields }, isSingle }) =>
    drawDenial(random, rows, random.pick(fields), isSingle),
  list: (random, rows, { subject: { fields } }) => drawList(random, rows, random.pick(fields)),
  value: (random, rows, { subject: { fields } }) => drawValue(random, rows, random.pick(fields)),
};

const conditionNames = Object.keys(conditions) as readonly Condition[];
const headNames = Object.keys(heads) as readonly Head[];
/** All but `other`. */
export const questionGroups: readonly Group[] = [...conditionNames, ...headNames];

/** True if a kind has what the group asks for. */
function canAsk(group: Group, kind: Kind): boolean {
  const { measures, dates, likes, title }: Subject = subjects[kind];
  const needs: Partial<Record<Group, unknown>> = { bound: measures, period: dates, likeness: likes, title };
  return !(group in needs) || needs[group] !== undefined;
}

/** The kinds that a group is asked of in turn; bounds more often of those that have much to bound. */
export function kindsAsked(group: Group): readonly Kind[] {
  return (Object.keys(subjects) as Kind[]).flatMap((kind) => {
    const { measures = [] }: Subject = subjects[kind];
    const turns = group === 'bound' ? Math.ceil(measures.length / 2) : 1;
    return canAsk(group, kind) ? new Array<Kind>(turns).fill(kind) : [];
  });
}

/** Questions for robots in other languages: each has one condition. */
const foreign: Readonly<Partial<Record<Group, readonly string[]>>> = {
  bound: [
    ...['Roboter unter 20 kg', 'robots de menos de 20 kg', 'robots à moins de 5000 euros'],
    ...['20公斤以下的机器人', '3万元以下的机器人', '20kg 이하 로봇'],
  ],
  denial: ['Roboter nicht aus China', 'robots sin lidar', 'robots sauf Unitree', '中国以外のロボット'],
  list: ['Roboter aus Deutschland oder Dänemark', 'robots de France ou de Suisse', 'ドイツか日本のロボット'],
  superlative: ['billigster Roboter', 'el robot más ligero', 'le robot le moins cher', '最便宜的机器人'],
  likeness: ['Roboter wie Spot', 'robots similares a Spot', 'robots comme Spot', 'Spotに似たロボット'],
  period: ['Roboter seit 2023', 'robots desde 2023', 'robots depuis 2023', '2024年以来的机器人'],
};

/** A question of the turn's group, to each tool in turn; half of them have one condition alone. */
export function drawQuestion(random: Random, rows: Rows, turn: number): Call {
  const group = questionGroups[turn % questionGroups.length] as Group;
  const kinds = kindsAsked(group);
  const kind = kinds[Math.floor(turn / questionGroups.length) % kinds.length] as Kind;
  const call = { tool: subjects[kind].tool, pages: random.chance(0.1) ? 2 : 0, writes: false };
  const limit = random.pick([3, 3, 5, 10]);
  const inOthers = kind === 'robots' ? foreign[group] : undefined;
  if (inOthers !== undefined && random.chance(0.3)) {
    return { ...call, args: { query: random.pick(inOthers), limit }, groups: [group], isSingle: true };
  }
  const isSingle = group === 'title' || random.chance(0.5);
  const asked = { kind, subject: subjects[kind], isSingle };
  const isEither = group === 'list' && !isSingle && random.chance(0.3);
  const { query, args, groups } = (isEither ? either : composed)(random, rows, asked, group);
  return { ...call, args: { ...(query !== '' && { query }), ...args, limit }, groups, isSingle };
}

interface Composed {
  readonly query: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly groups: readonly Group[];
}

/** A question of the group, with one or two further conditions unless it is to be alone. */
function composed(random: Random, rows: Rows, asked: Asked, group: Group): Composed {
  const { isSingle, kind, subject } = asked;
  const others = conditionNames.filter((one) => one !== group && canAsk(one, kind));
  const further = isSingle ? [] : Array.from({ length: 1 + random.below(2) }, () => random.pick(others));
  const phrases = new Map<Group, Phrase>();
  const args: Record<string, unknown> = {};
  for (const one of conditionNames.filter((name) => name === group || further.includes(name))) {
    const phrase = conditions[one](random, rows, asked);
    // An argument has one value.
    if (Object.keys(phrase.args ?? {}).some((name) => name in args)) continue;
    Object.assign(args, phrase.args);
    phrases.set(one, phrase);
  }
  const noun =
    isSingle || random.chance(0.5) ? random.pick([...subject.nouns, '']) : subject.category(random, rows);
  const head = group in heads ? heads[group as Head](random, rows, asked) : noun;
  const said = [...phrases.values()].map(({ words }) => words).filter((words) => words !== '');
  const joined = said.map((words, i) => {
    const joins = i === 0 || words.startsWith('but') ? [' '] : [' ', ', ', ' and ', ' but '];
    return random.pick(joins) + words;
  });
  const groups = [...new Set([...(group in heads ? [group] : []), ...phrases.keys()])];
  return { query: `${head}${joined.join('')}`.trim(), args, groups };
}

/** Two categories, each with a condition of its own: `humanoid under $20k or quadruped under $3k`. */
function either(random: Random, rows: Rows, asked: Asked): Composed {
  const condition = random.pick(
    (['bound', 'period', 'value'] as const).filter((one) => canAsk(one, asked.kind)),
  );
  const side = () =>
    `${asked.subject.category(random, rows)} ${conditions[condition](random, rows, asked).words}`.trim();
  return { query: `${side()} or ${side()}`, groups: ['list', condition] };
}

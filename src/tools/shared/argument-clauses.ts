import type { Ask } from '../../kinds/definition.ts';
import { type Kind, type KindIndex, kindIndexes } from '../../kinds/kinds.ts';
import { excludeEachOther, fieldsOf, spanOf, valuesIn } from '../../question/clauses.ts';
import { isManyValued } from '../../question/grammar.ts';
import { isTask } from '../../question/phrases.ts';
import type { Clause, Condition, Question, Span } from '../../question/question.ts';
import {
  type ArgumentData,
  readWordedArgument,
  type WordedArgument,
} from '../../question/worded-arguments.ts';
import type { AuthorFinder } from '../../search/filters/authors.ts';
import { monthsFrom } from '../../text/calendar.ts';
import type { DataContext, Row } from '../tool.ts';
import { oneLine } from './answer.ts';
import { readPeriod } from './read-words.ts';

/** What an argument asks for, and what the caller calls it. */
export interface AskedArgument extends WordedArgument {
  readonly name: string;
  /** True for a heading that we put records under, where another may be meant. */
  readonly isHeading?: true | undefined;
}

/** What the arguments of a kind's fields ask for. Throws INVALID_ARGUMENT for dates that are none. */
export function readArgumentClauses<K extends Kind>(
  kind: K,
  given: object,
  { catalogue, today }: Pick<DataContext, 'catalogue' | 'today'>,
  authors: () => AuthorFinder,
): AskedArgument[] {
  const { fields } = kindIndexes[kind] as unknown as KindIndex;
  const args = given as Row;
  const data: ArgumentData<K> = {
    kind,
    store: catalogue.store(kind),
    makers: catalogue.store('manufacturers'),
    authors,
    isAlone: args.query === undefined || args.query === '',
  };
  return Object.entries(fields).flatMap(([field, { ask }]) => {
    switch (ask?.as) {
      case 'words': {
        const text = args[field] as string | undefined;
        if (text === undefined) return [];
        return [{ name: field, isHeading: ask.isHeading, ...readWordedArgument(field, ask, text, data) }];
      }
      case 'least': {
        const min = args[ask.argument] as number | undefined;
        if (min === undefined) return [];
        const range = { op: 'range', range: { min } } as const;
        return [{ name: ask.argument, clause: makeLeaf(findQuantityField(kind, field), range) }];
      }
      case 'period':
        return readPeriodClause(field, ask, args, today);
      default:
        return [];
    }
  });
}

function readPeriodClause(
  field: string,
  ask: Extract<Ask, { as: 'period' }>,
  args: Row,
  today: string,
): AskedArgument[] {
  const [first, last] = [ask.from, ask.to].map(({ argument }) => {
    return { name: argument, text: args[argument] as string | undefined };
  });
  if (first === undefined || last === undefined || (first.text ?? last.text) === undefined) return [];
  const { from, to } = readPeriod(first, last, today);
  const period = {
    ...(from !== undefined && { from: firstDay(from) }),
    ...(to !== undefined && { to: lastDay(to) }),
  };
  return [{ name: `${first.name} and ${last.name}`, clause: makeLeaf(field, { op: 'period', period }) }];
}

/** As the words of a question name what a column holds. */
export function findQuantityField(kind: Kind, column: string): string {
  const { quantities = [] } = kindIndexes[kind] as unknown as KindIndex;
  return quantities.find((one) => (one.column ?? one.field) === column)?.field ?? column;
}

/** A condition that stands in no text. */
export function makeLeaf(field: string, condition: Condition): Clause {
  return { is: 'leaf', field, span: nowhere, ...condition };
}

const nowhere: Span = { start: 0, end: 0 };

function firstDay(date: string): string {
  return `${date}-01-01`.slice(0, 'YYYY-MM-DD'.length);
}

function lastDay(date: string): string {
  if (date.length > 'YYYY-MM'.length) return date;
  const [year = 0, month = 12] = date.split('-').map(Number);
  return monthsFrom(year, month)?.to ?? date;
}

/** The question without the clauses that contradict an argument, and what is said of them: the argument holds. */
export function withoutContradictions(
  kind: Kind,
  question: Question,
  asked: readonly AskedArgument[],
): { readonly question: Question; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const clauses = question.clauses.filter((clause) => {
    const against = asked.find((one) => one.clause !== undefined && isAgainst(kind, clause, one.clause));
    if (against === undefined) return true;
    const { start, end } = spanOf(clause);
    const text = `${clause.is === 'not' ? 'Not ' : ''}"${oneLine(question.text.slice(start, end))}"`;
    notes.push(`${text} in the query contradicts ${against.name}: the argument holds.`);
    return false;
  });
  return notes.length === 0 ? { question, notes } : { question: { ...question, clauses }, notes };
}

/** Of a field with several values a record may meet both, and what does a task may be of any form. */
function isAgainst(kind: Kind, clause: Clause, argument: Clause): boolean {
  const fields = fieldsOf(clause);
  if (fields.some((field) => isManyValued(kind, field))) return false;
  const isTasks = fields.some((field) => {
    const values = valuesIn(argument, field);
    return values.length > 0 && values.every((value) => isTask(kind, field, value));
  });
  return !isTasks && excludeEachOther(clause, argument);
}

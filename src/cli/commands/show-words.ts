import type { Tool } from '@modelcontextprotocol/server';
import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { createParser } from '../parser.ts';
import { UsageError } from '../terminal.ts';
import { argumentsOf } from '../tool-arguments.ts';

export type Args = Readonly<Record<string, unknown>>;

/** Each search by the command for it. */
export const searches = {
  robots: 'search_robots',
  papers: 'search_publications',
  news: 'get_latest_news',
  startups: 'search_startups',
  makers: 'search_manufacturers',
  challenges: 'get_open_challenges',
} as const;

type SearchWord = keyof typeof searches;

/** Other names of the flags of a search, by their own. */
export const otherNames: { readonly [W in SearchWord]?: Readonly<Record<string, string>> } = {
  papers: { since: 'from', until: 'to' },
};

/** The words are the query, unless it is given by its flag. */
export function withQuery(words: readonly string[], given: Args): Args {
  const query = words.join(' ').trim();
  if (query !== '' && given.query !== undefined) {
    throw new UsageError(`The query is given twice: as words, "${query}", and as --query.`);
  }
  return query === '' ? given : { ...given, query };
}

/** A category of robots where the words name one, else a robot. */
export function productOf(words: readonly string[]): Args {
  const text = words.join(' ');
  const [only, ...others] = readTerm(vocabularies.robot_category, text) ?? [];
  return only !== undefined && others.length === 0 ? { robot_category: only } : { robot: text };
}

/** A search whose matches are shown, and the word for it. */
interface Searched {
  readonly word: SearchWord | undefined;
  readonly tool: Tool;
}

/** The search that `show table` and `show chart` are of, by what is written behind `show`; undefined for other views. */
export function searchShown(argv: readonly string[], tools: readonly Tool[]): Searched | undefined {
  const named = Object.values(searches).flatMap((name) => tools.filter((tool) => tool.name === name));
  const switches = named.flatMap((tool) => argumentsOf(tool).filter(({ type }) => type === 'boolean'));
  const written: Args & { readonly _: readonly unknown[] } = createParser(undefined)
    .help(false)
    .version(false)
    .boolean(['json', 'open', 'read-only', ...switches.map(({ name }) => name)])
    .parseSync([...argv]);
  const words = written._.map(String);
  const [view, first = ''] = written.view === undefined ? words : [String(written.view), ...words];
  if (view !== 'table' && view !== 'chart') return undefined;
  const word = isSearchWord(first) ? first : undefined;
  const name = word === undefined ? (written.tool ?? searches.robots) : searches[word];
  const tool = tools.find((each) => each.name === name);
  return tool && { word, tool };
}

function isSearchWord(word: string): word is SearchWord {
  return Object.hasOwn(searches, word);
}

/** What `show` shows. */
export const viewNames = ['compare', 'table', 'chart', 'checklist'] as const;

/**
 * `chart robots quadruped`: the view, what of, and the words of the query; `flags` are those of the search. Throws a
 * UsageError for no view, and for what is said twice.
 */
export function shownBy([first, ...words]: readonly string[], given: Args, flags: Args = {}): Args {
  const view = given.view ?? first;
  const rest = given.view === undefined ? words : [...(first === undefined ? [] : [first]), ...words];
  if (view === 'record') return { ...given, view, ids: rest };
  if (!viewNames.some((each) => each === view)) {
    const what = first === undefined ? 'show wants a view behind it' : `There is no view "${String(view)}"`;
    throw new UsageError(`${what}: one of ${viewNames.join(', ')}. See robotics-mcp show --help.`);
  }
  if (view === 'compare') return { ...given, view, ...(rest.length > 0 && { ids: rest }) };
  if (view === 'checklist') return { ...given, view, ...(rest.length > 0 && productOf(rest)) };
  const [kind = '', ...more] = rest;
  const tool = isSearchWord(kind) ? searches[kind] : undefined;
  const inner = withQuery(
    tool === undefined ? rest : more,
    joined(given.arguments as Args | undefined, flags),
  );
  return {
    ...given,
    view,
    ...(tool !== undefined && { tool }),
    ...(Object.keys(inner).length > 0 && { arguments: inner }),
  };
}

function joined(object: Args = {}, flags: Args): Args {
  const twice = Object.keys(flags).find((name) => object[name] !== undefined);
  if (twice !== undefined)
    throw new UsageError(`${twice} is given twice: as --${twice}, and within --arguments.`);
  return { ...object, ...flags };
}

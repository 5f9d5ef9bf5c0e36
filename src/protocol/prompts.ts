import { nearest } from '../kinds/vocabularies/vocabulary.ts';
import { oneLine } from '../tools/shared/answer.ts';

/** An argument of a prompt; `completes` says which live data suggest its values. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly completes?: 'robots' | 'categories' | 'topics' | 'countries' | 'features';
  /** True for a comma separated list, whose last entry is completed. */
  readonly list?: boolean;
}

/** A prompt is data: a task for a model, written around what a person gives. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The task in words; arguments arrive trimmed, on one line, and never empty. */
  text(args: Readonly<Record<string, string | undefined>>): string;
}

/** What a prompt comes to for its arguments. */
export type PromptText = { readonly text: string } | { readonly problem: string };

/** Longer arguments are refused: they would not be names or topics. */
const MAX_LENGTH = 500;

const compareRobots: Prompt = {
  name: 'compare_robots',
  title: 'Compare robots',
  description:
    'Put robots side by side for a purpose, with prices, specs, certifications and what is unknown',
  arguments: [
    {
      name: 'robots',
      description: 'Names or ids, comma separated: unitree-g1, 1x-neo',
      required: true,
      completes: 'robots',
      list: true,
    },
    {
      name: 'purpose',
      description: 'What they are for, such as teaching or carrying 10 kg',
      required: false,
    },
  ],
  text: ({ robots, purpose }) =>
    `Compare these robots: ${robots}.${purpose === undefined ? '' : ` They are wanted for: ${purpose}.`}
Find each one's id with search_robots (query: its name), then show them together with search_robots (ids, detail full).
Make one table: maker and country, status, price with its kind and date, the specs that matter${purpose === undefined ? '' : ' for this purpose'}, certifications held.
Leave unknown cells empty and say which they are; do not fill them from memory. End with which one you would choose and why, and name the sources of the prices and certifications.`,
};

const planCertification: Prompt = {
  name: 'plan_certification',
  title: 'Plan certification',
  description:
    'A plan for the US or the EU for a product, in the order of the work, with open questions first',
  arguments: [
    {
      name: 'category',
      description: 'Kind of robot, such as home_cleaning or cobot',
      required: true,
      completes: 'categories',
    },
    {
      name: 'features',
      description: 'What it has, comma separated: wifi, lidar-laser, lithium-battery, no-children',
      required: false,
      completes: 'features',
      list: true,
    },
    { name: 'market', description: 'US (FCC, UL, FDA) unless told, or EU', required: false },
  ],
  text: ({ category, features, market }) => {
    const isEu = /^(?:eu|europe|european union|ce)$/i.test(market ?? '');
    return `Plan the ${isEu ? 'EU' : 'US'} certification of a ${category} robot${features === undefined ? '' : ` with: ${features}`}.${market === undefined || isEu || /^us/i.test(market) ? '' : ` Asked for the market ${market}: say what get_certification_info answers to scheme ${market} before the plan.`}
Call get_certification_info with robot_category, features${isEu ? ', scheme EU' : ''} and sort phase. Ask me the questions of depends_on that change the plan most, at most five, before you go on; name what was inferred and what was not understood so that I can correct it.
Then give the plan phase by phase, as the answer orders it: what is mandatory, conditional or voluntary, why it applies, from when, what would exempt me, what can be done at once and what waits for what (waits_for). Fetch the checklist (id) of the first three and of any that is costly or slow, and name the evidence that an assessor asks for. Take durations, costs and fees from the data alone: give ranges, say unknown where nothing is stated, and say of a fee that is over that it is. Say that this is guidance, not legal advice, and the date of the data.`;
  },
};

const reviewLiterature: Prompt = {
  name: 'review_literature',
  title: 'Review literature',
  description: 'What has been published on a topic, by whom, and how it developed',
  arguments: [
    {
      name: 'topic',
      description: 'Such as whole-body control or tactile sensing',
      required: true,
      completes: 'topics',
    },
    { name: 'since', description: 'First year, such as 2022', required: false },
  ],
  text: ({ topic, since }) =>
    `Review the literature on: ${topic}${since === undefined ? '' : `, published since ${since}`}.
Use search_publications with topic${since === undefined ? '' : ' and from'}; look at the facets (year, journal, topic) first, then read on by cursor and narrow by sub-topic or author. The data hold titles and authors, no abstracts: do not claim what a paper found unless you know it otherwise, and say so then.
Group the papers by approach, name the groups that publish most, show how it developed over the years, and list every paper that you name with its id and address.`,
};

const scoutMarket: Prompt = {
  name: 'scout_market',
  title: 'Scout a market',
  description: 'Robots, makers, startups, money and news in a segment',
  arguments: [
    {
      name: 'segment',
      description: 'Kind of robot or field, such as humanoid',
      required: true,
      completes: 'categories',
    },
    { name: 'country', description: 'Country or region', required: false, completes: 'countries' },
  ],
  text: ({ segment, country }) => {
    const where = country === undefined ? '' : ` in ${country}`;
    const filter = country === undefined ? '' : ' and country';
    return `Scout the market for ${segment} robots${where}.
Use search_robots (category${filter}), search_manufacturers (capability${filter}), search_startups (focus${filter}, sort funding_desc) and get_latest_news (query${filter}).
Give: who makes what, at which prices and how far along; who has raised how much and when; what happened lately, newest first; what is missing in the data. Every figure with its date and source; unknown prices and sums stay unknown.`;
  },
};

/** Every prompt there is. */
export const prompts: readonly Prompt[] = [compareRobots, planCertification, reviewLiterature, scoutMarket];

/** The task of a prompt in words, or a sentence on what is wrong with its name or arguments. */
export function promptText(name: string, args: Readonly<Record<string, string>>): PromptText {
  const prompt = prompts.find((candidate) => candidate.name === name);
  const all = prompts.map((one) => one.name).join(', ');
  if (prompt === undefined)
    return wrong(`There is no prompt ${oneLine(name).slice(0, 80)}. Prompts: ${all}.`);
  const known = prompt.arguments.map((argument) => argument.name);
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(args)) {
    if (!known.includes(key)) {
      const [near] = nearest(key, known, 1);
      return wrong(
        `${name} has no argument ${oneLine(key).slice(0, 80)}.${near ? ` Did you mean ${near}?` : ''} It takes: ${known.join(', ')}.`,
      );
    }
    if (value.length > MAX_LENGTH) return wrong(`${key} must be at most ${MAX_LENGTH} characters long.`);
    if (oneLine(value) !== '') given[key] = oneLine(value);
  }
  const missing = prompt.arguments.find(
    (argument) => argument.required && given[argument.name] === undefined,
  );
  if (missing !== undefined) return wrong(`${name} needs ${missing.name}: ${missing.description}.`);
  return { text: prompt.text(given) };
}

function wrong(problem: string): PromptText {
  return { problem };
}

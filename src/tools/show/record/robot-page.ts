import { isOld } from '../../../kinds/age.ts';
import { obligations } from '../../../kinds/certification/certification.ts';
import { numericSpecs, type Robot, robotSpecs, statusSeen } from '../../../kinds/robots/robot.ts';
import { rowsIn } from '../../../search/masks.ts';
import { alternativeRobots } from '../../../search/related.ts';
import { oneLine } from '../../shared/answer.ts';
import { readArguments } from '../../shared/read-arguments.ts';
import type { ToolContext } from '../../tool.ts';
import { figureOf } from '../figure.ts';
import { labelOf, numberText, priceText, valueLabel } from '../labels.ts';
import type { SearchTool } from '../records.ts';
import type { Asked, RecordFact, RecordList, RecordStatement, ShownRecord } from '../shape.ts';
import { type Searches, toAlike, toRecord, toSearch } from './leads.ts';
import { LISTED, newsLists, newsOfRobot, papersNaming } from './naming.ts';

type Specs = Robot['specs'];
type SpecName = keyof Specs;

/** What is on the page of a robot beside its head. */
export function robotPage(
  robot: Robot,
  { searches, guidance }: { readonly searches: Searches; readonly guidance: SearchTool },
  context: ToolContext,
): Pick<ShownRecord, 'facts' | 'lists' | 'figure' | 'cites'> {
  const figure = figureOf(robot);
  return {
    ...(figure !== undefined && { figure }),
    facts: [
      ...mainFacts(robot, searches, context),
      priceFact(robot, context),
      ...specFacts(robot, searches),
      certificationFact(robot, searches),
    ].filter(({ values }) => values.length > 0),
    lists: [
      ...newsLists(newsOfRobot(robot, context), robot.name, searches, context),
      ...papersNaming(robot, searches, context),
      alternatives(robot, searches, context),
      versions(robot, context),
      law(robot, 'US', guidance, context),
      law(robot, 'EU', guidance, context),
      models(robot),
    ],
    cites: [],
  };
}

/** The page that shows a fact, and what it says there; nothing for what is unverified. */
function evidenceOf({ evidence = {}, sources }: Robot, path: string): Partial<RecordStatement> {
  const found = evidence[path as keyof typeof evidence];
  const page = sources.find(({ key }) => key !== undefined && key === found?.source);
  if (found === undefined || page === undefined) return {};
  return { source: page.url, stated: oneLine(found.as_stated), seen: found.seen };
}

function fact(
  field: string,
  values: readonly RecordStatement[],
  group: RecordFact['group'] = 'facts',
): RecordFact {
  return { field, ...labelOf(field), group, values: [...values] };
}

function leading(
  text: string,
  leads: Asked | undefined,
  more: Partial<RecordStatement> = {},
): RecordStatement {
  return { text: oneLine(text), ...more, ...(leads !== undefined && { leads }) };
}

function mainFacts(robot: Robot, searches: Searches, { catalogue, today }: ToolContext): RecordFact[] {
  const { manufacturer, category, status, released, family, variant_of, tags } = robot;
  const alike = (member: string, value: string) => toAlike(searches, 'robots', member, value);
  const label = (field: string, value: string) => valueLabel('robots', field, value);
  const isMakerKnown = catalogue.store('manufacturers').indexOf(manufacturer.id) !== undefined;
  const maker = isMakerKnown
    ? toRecord('manufacturers', manufacturer.id)
    : alike('manufacturer', manufacturer.name);
  const seen = statusSeen(robot);
  const age = seen === undefined ? undefined : `${seen}${isOld(seen, today) ? ', old' : ''}`;
  const parent = variant_of === undefined ? undefined : catalogue.find('robots', variant_of);
  return [
    fact('status', [
      leading(label('status', status), alike('status', status), {
        ...(age !== undefined && { note: status === 'unknown' ? `last seen ${age}` : `as of ${age}` }),
        ...evidenceOf(robot, 'status'),
      }),
    ]),
    fact('category', [leading(label('category', category), alike('category', category))]),
    fact('manufacturer', [leading(manufacturer.name, maker)]),
    fact('country', [
      leading(label('country', manufacturer.country), alike('country', manufacturer.country)),
    ]),
    fact('released', released === undefined ? [] : [{ text: released, ...evidenceOf(robot, 'released') }]),
    fact('family', family ? [{ text: 'a family: its values are the largest of its models' }] : []),
    fact('variant_of', parent === undefined ? [] : [leading(parent.name, toRecord('robots', parent.id))]),
    fact(
      'tags',
      tags.map((tag) => leading(tag.replaceAll('-', ' '), alike('tags', tag))),
    ),
  ];
}

/** The price of today, then what it was in earlier versions of the data, newest first. */
function priceFact(robot: Robot, { catalogue, today }: ToolContext): RecordFact {
  if (robot.price === undefined) return fact('price', [], 'price');
  const evidence = evidenceOf(robot, 'price');
  const isItsOwn = evidence.source === robot.price.source;
  const now: RecordStatement = {
    text: priceText(robot.price),
    note: priceNote(robot, robot.price, today),
    source: robot.price.source,
    // What another page says is no word of this one.
    ...(isItsOwn && evidence),
  };
  const confirmed: RecordStatement[] =
    evidence.source === undefined || isItsOwn
      ? []
      : [{ text: priceText(robot.price), note: 'as read elsewhere', ...evidence }];
  const before = catalogue.history.flatMap(({ version, kinds }) => {
    const change = kinds.robots?.changed.find(({ id }) => id === robot.id)?.fields['price.usd_min'];
    const from = change?.from;
    return typeof from === 'number' ? [{ text: `$${numberText(from)}`, note: `until data ${version}` }] : [];
  });
  return fact('price', [now, ...confirmed, ...before.reverse()], 'price');
}

/** Of when a price is, what it is of, and what the page says in its own currency. */
function priceNote({ family }: Robot, price: NonNullable<Robot['price']>, today: string): string {
  const { as_of = 'undated', original: { amount, currency, note } = {} } = price;
  return [
    ...(family ? ['of the family'] : []),
    ...(price.of === 'parts' ? ['of its parts: nobody sells it whole'] : []),
    `${as_of}${isOld(as_of, today) ? ', old' : ''}`,
    ...(amount === undefined || currency === undefined ? [] : [`${numberText(amount)} ${currency} there`]),
    ...(note === undefined ? [] : [oneLine(note)]),
  ].join('; ');
}

function specFacts(robot: Robot, searches: Searches): RecordFact[] {
  const { specs, conditions, family, category } = robot;
  const names = Object.keys(robotSpecs.shape) as SpecName[];
  return names.flatMap((name) => {
    const value = specs[name];
    if (value === undefined) return [];
    const notes = [
      ...(family ? ['most of a family'] : []),
      ...(conditions?.[name] ? [conditions[name]] : []),
    ];
    const isNumber = typeof value === 'number';
    const leads = isNumber ? toSearch(searches, 'robots', { category, sort: `${name}_desc` }) : undefined;
    const text = isNumber ? numberText(value) : value;
    return [
      fact(
        name,
        [
          leading(text, leads, {
            ...(notes.length > 0 && { note: oneLine(notes.join('; ')) }),
            ...evidenceOf(robot, `specs.${name}`),
          }),
        ],
        'specs',
      ),
    ];
  });
}

function certificationFact({ certifications }: Robot, searches: Searches): RecordFact {
  const values = certifications.map(({ scheme, standard, identifier, date, status, evidence, source }) => {
    const text = [scheme, standard, identifier].filter((part) => part !== undefined).join(' ');
    const note = [status, date, evidence?.replaceAll('_', ' ')]
      .filter((part) => part !== undefined)
      .join(', ');
    return leading(text, toSearch(searches, 'robots', { certification: standard ?? scheme }), {
      note,
      source,
    });
  });
  return fact('certifications', values, 'certifications');
}

/** The nearest robots of its category, with what differs most. */
function alternatives(robot: Robot, searches: Searches, { catalogue }: ToolContext): RecordList {
  const store = catalogue.store('robots');
  const index = store.indexOf(robot.id);
  const { like } = alternativeRobots(store, index ?? 0, numericSpecs);
  const { page } = catalogue.search('robots', { like, filters: [], facets: [], limit: LISTED - 2 });
  const others = index === undefined ? [] : page.map((row) => store.record(row));
  const more = toSearch(searches, 'robots', { related_to: robot.id });
  return {
    name: 'alternatives',
    title: 'Nearest alternatives',
    entries: others.map((other) => ({
      text: oneLine(`${other.manufacturer.name} ${other.name}`),
      ...(other.price !== undefined && { note: priceText(other.price) }),
      differs: differences(robot, other),
      leads: toRecord('robots', other.id),
    })),
    ...(others.length > 0 && more !== undefined && { more }),
  };
}

/** Differences smaller than this are none to a buyer. */
const NOTABLE = 1.1;
const DIFFERENCES = 3;

/** `payload 3 kg instead of 2`: the largest differences in what is known of both. */
function differences(own: Robot, other: Robot): string[] {
  return numericSpecs
    .flatMap((name) => {
      const [mine, theirs] = [own.specs[name], other.specs[name]];
      if (mine === undefined || theirs === undefined || mine === 0 || theirs === 0) return [];
      const ratio = mine > theirs ? mine / theirs : theirs / mine;
      const { label, unit } = labelOf(name);
      const text = `${label.toLowerCase()} ${numberText(theirs)}${unit === undefined ? '' : ` ${unit}`} instead of ${numberText(mine)}`;
      return ratio < NOTABLE ? [] : [{ ratio, text }];
    })
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, DIFFERENCES)
    .map(({ text }) => text);
}

/** The other models of its family, and the family itself. */
function versions({ id, variant_of, manufacturer }: Robot, { catalogue }: ToolContext): RecordList {
  const store = catalogue.store('robots');
  const family = variant_of ?? id;
  const rows = rowsIn(store.words('manufacturer').having([`${manufacturer.id}|${manufacturer.name}`]));
  const others = [...rows]
    .filter((row) => store.isLive(row))
    .map((row) => store.record(row))
    .filter((one) => one.id !== id && one.variant_of === family);
  return {
    name: 'versions',
    title: 'Models of the same family',
    entries: others.map((one) => ({ text: oneLine(one.name), leads: toRecord('robots', one.id) })),
  };
}

/** As many as a reader looks through. */
const LAWS = 12;

interface Applying {
  readonly results: readonly {
    readonly id: string;
    readonly scheme: string;
    readonly title: string;
    readonly obligation: string;
    readonly because?: string;
  }[];
  readonly total: number;
}

/** What the law of a market asks of it, as far as what is known of it says: what must be done first. */
function law(robot: Robot, market: 'US' | 'EU', guidance: SearchTool, context: ToolContext): RecordList {
  const scheme = market === 'EU' ? { scheme: 'EU' } : {};
  const args = readArguments(guidance.input, { robot: robot.id, ...scheme, detail: 'concise', limit: LAWS });
  const { results, total } = guidance.search.page(args, context).structured as unknown as Applying;
  return {
    name: `law_${market.toLowerCase()}`,
    title: market === 'US' ? 'What US law asks of it' : 'What EU law asks of it',
    ...(results.length > 0 && {
      note: `${countText(results.length, total)} known to apply to what is known of it. Guidance, no legal advice.`,
    }),
    more: { view: 'checklist', robot: robot.id, ...(market === 'EU' && { arguments: scheme }) },
    entries: [...results].sort(byObligation).map(({ id, scheme: own, title, obligation, because }) => ({
      text: oneLine(title),
      note: oneLine([own, obligation, because].filter((part) => part !== undefined).join('; ')),
      leads: toRecord('certification', id),
    })),
  };
}

function countText(shown: number, total: number): string {
  return shown < total ? `${shown} of ${total} requirements that are` : `${total} requirements are`;
}

/** What must be done comes first, and of that the laws. */
function byObligation(a: Applying['results'][number], b: Applying['results'][number]): number {
  const order: readonly string[] = obligations;
  return order.indexOf(a.obligation) - order.indexOf(b.obligation);
}

/** Pages of the record that hold code or models of it. */
function models({ sources }: Robot): RecordList {
  const pages = sources.filter(
    ({ kind, url }) => kind === 'repository' || /\burdf\b|_description\b/i.test(url),
  );
  return {
    name: 'models',
    title: 'Models and code',
    entries: pages.map(({ url, title, date }) => ({
      text: oneLine(title),
      url,
      ...(date !== undefined && { date }),
    })),
  };
}

import { z } from 'zod';

/**
 * What `show` answers in `structuredContent`, one form for each view. It is all that the view in a host, the page in a
 * browser and a saved file read; texts in it come from other people's pages and are shown as text. A view that wants
 * something else calls `show` again with `asked`, changed: another page, another sort, one more id, a feature.
 */

export const views = ['compare', 'record', 'table', 'chart', 'checklist'] as const;

const counts = z.number().int().nonnegative();
const text = z.string();

/** The arguments as they were read: calling `show` with them gives the same again. */
const asked = z.strictObject({
  view: z.enum(views),
  ids: z.array(text).optional(),
  tool: text.optional(),
  arguments: z.record(text, z.unknown()).optional(),
  x: text.optional(),
  y: text.optional(),
  by: text.optional(),
  robot: text.optional(),
  robot_category: text.optional(),
  features: z.array(text).optional(),
});

const common = {
  /** One line above all: `3 robots side by side`. */
  title: text,
  asked,
  /** Sentences that a reader must have: what is left out, unknown, or was read otherwise. */
  notes: z.array(text),
  /** `date` is `YYYY-MM-DD`. */
  dataset: z.strictObject({ version: text, date: text, contributions: counts.optional() }),
};

const source = z.strictObject({ url: text, title: text, date: text.optional() });

/** A value of one record; null where these data do not state it. */
const cell = z.strictObject({
  /** As it is to be read, without the unit of its row: `7`, `$1,600 from`, `CE, FCC 2A…`. */
  text,
  /** The number behind it, where there is one. */
  value: z.number().optional(),
  /** Best of the row; of two that are equally good, both. */
  best: z.literal(true).optional(),
  /** Under what it holds, or of when it is: `without load`, `2025, old`. */
  note: text.optional(),
  /** The page that states this one value. */
  source: text.optional(),
  /** The entries of a list, whose `text` has them joined. */
  items: z.array(z.strictObject({ text, source: text.optional() })).optional(),
});

/** What is known of the size of a robot, for it to be drawn to scale. */
const figure = z.strictObject({
  category: text,
  height_cm: z.number().optional(),
  length_cm: z.number().optional(),
  width_cm: z.number().optional(),
  reach_mm: z.number().optional(),
});

const groups = ['facts', 'price', 'specs', 'certifications'] as const;

/** Records of one kind side by side: a column a record, a row a field. One record alone is the whole record. */
const shownCompare = z.strictObject({
  view: z.literal('compare'),
  ...common,
  /** `robots`, `publications`, … */
  kind: text,
  /** The search of that kind. */
  tool: text,
  records: z.array(
    z.strictObject({
      id: text,
      name: text,
      /** Behind the name: maker, authors, date. */
      by: text.optional(),
      /** The record's own page. */
      url: text.optional(),
      confidence: text.optional(),
      /** Of a robot of whose size something is known. */
      figure: figure.optional(),
      sources: z.array(source),
    }),
  ),
  rows: z.array(
    z.strictObject({
      field: text,
      label: text,
      unit: text.optional(),
      /** Rows of a group stand together. */
      group: z.enum(groups),
      /** Which end of the numbers is marked best. */
      better: z.enum(['more', 'less']).optional(),
      /** One for each record, in their order. */
      cells: z.array(cell.nullable()),
    }),
  ),
  not_found: z.array(z.strictObject({ id: text, near: z.array(text) })),
});

/** Something that is said of a record: a value, with where it is from and where it leads. */
const statement = z.strictObject({
  /** As it is to be read, without the unit of its fact. */
  text,
  /** Under what it holds, or of when it is. */
  note: text.optional(),
  /** The page that states this one value, and what it says in its own unit. */
  source: text.optional(),
  stated: text.optional(),
  /** When somebody read it there. */
  seen: text.optional(),
  /** What a reader who follows the value is shown. */
  leads: asked.optional(),
});

/** Records or pages that have to do with a record. */
const list = z.strictObject({
  name: text,
  title: text,
  /** What must be known of the whole list. */
  note: text.optional(),
  /** What has all of them, where these are a part. */
  more: asked.optional(),
  /** True for steps, which come one after the other. */
  ordered: z.literal(true).optional(),
  entries: z.array(
    z.strictObject({
      text,
      date: text.optional(),
      note: text.optional(),
      /** What differs from the record, a few words each. */
      differs: z.array(text).optional(),
      leads: asked.optional(),
      /** A page elsewhere. */
      url: text.optional(),
    }),
  ),
});

/** One record with all that is known of it, and all that has to do with it. */
const shownRecord = z.strictObject({
  view: z.literal('record'),
  ...common,
  kind: text,
  /** The search of that kind. */
  tool: text,
  record: z.strictObject({
    id: text,
    name: text,
    /** What else it is called, in other scripts too. */
    names: z.array(text),
    /** In front of the name: maker, outlet, authority. */
    by: statement.optional(),
    description: text.optional(),
    url: text.optional(),
    confidence: text.optional(),
    sources: z.array(source),
  }),
  figure: figure.optional(),
  facts: z.array(
    z.strictObject({
      field: text,
      label: text,
      unit: text.optional(),
      group: z.enum(groups),
      values: z.array(statement),
    }),
  ),
  lists: z.array(list),
  /** Entries to paste into a list of references. */
  cites: z.array(z.strictObject({ form: text, label: text, text })),
});

const columnTypes = ['text', 'list', 'number', 'usd', 'date'] as const;

/** A page of a search. */
const shownTable = z.strictObject({
  view: z.literal('table'),
  ...common,
  /** The records that notes have by their ids. */
  named: z.array(z.strictObject({ id: text, name: text })).optional(),
  kind: text,
  tool: text,
  columns: z.array(
    z.strictObject({
      field: text,
      label: text,
      unit: text.optional(),
      type: z.enum(columnTypes),
      /** Values of `arguments.sort` that order by it. */
      ascending: text.optional(),
      descending: text.optional(),
    }),
  ),
  rows: z.array(
    z.strictObject({
      id: text,
      name: text,
      /** One for each column, in their order; null where it is unknown. */
      cells: z.array(z.strictObject({ text, value: z.number().optional() }).nullable()),
      sources: z.array(source),
    }),
  ),
  /** Further orders, by what no column shows; values of `arguments.sort`. */
  sorts: z.array(
    z.strictObject({
      label: text,
      type: z.enum(columnTypes),
      ascending: text.optional(),
      descending: text.optional(),
    }),
  ),
  /** The order in use: a value of `arguments.sort`, or `relevance`. Left out for records that were asked for by id. */
  sort: text.optional(),
  /** All matches, of which `rows` are one page. */
  total: counts,
  /** For `arguments.cursor`. */
  next_cursor: text.optional(),
  /**
   * Numbers to narrow robots by: price by `min_price_usd` and `max_price_usd`, any other by `specs[name].min` and `.max`.
   * Of all robots of the category, or of all: the least and most, how many state it and how many do not.
   */
  ranges: z
    .array(
      z.strictObject({
        name: text,
        label: text,
        unit: text.optional(),
        /** As chosen. */
        min: z.number().optional(),
        max: z.number().optional(),
        least: z.number(),
        most: z.number(),
        known: counts,
        unknown: counts,
      }),
    )
    .optional(),
  /** Counts to filter by: `arguments[argument] = value`. Those with `chosen` count as if that were not. */
  facets: z.array(
    z.strictObject({
      argument: text,
      label: text,
      chosen: text.optional(),
      values: z.array(z.strictObject({ value: text, label: text, count: counts })),
    }),
  ),
});

const axisTypes = ['number', 'usd', 'date', 'month', 'year', 'category', 'count'] as const;

const axis = z.strictObject({
  /** As `x`, `y` and `by` take it. */
  name: text,
  label: text,
  unit: text.optional(),
  type: z.enum(axisTypes),
  /** Names of categories for people, by value. */
  labels: z.record(text, text).optional(),
  /** Values that span so much that a logarithmic scale shows more; all are above zero. */
  log: z.literal(true).optional(),
});

const place = z.union([z.number(), z.string()]);

/**
 * `points`: one a record, with its id and name. `bars`: one a category. `lines`: one a month or year (`2026-03`,
 * `2026`), oldest first, without gaps. The last two say in `y` a count, or the median of a number over `records`.
 */
const shownChart = z.strictObject({
  view: z.literal('chart'),
  ...common,
  kind: text,
  tool: text,
  form: z.enum(['points', 'bars', 'lines']),
  x: axis,
  y: axis,
  by: axis.optional(),
  /** What `x`, `y` and `by` may be for this kind. */
  axes: z.array(axis.omit({ labels: true, log: true })),
  points: z.array(
    z.strictObject({
      /** A number, a category, a month or a year; a date as far as it is known. */
      x: place,
      y: z.number(),
      by: text.optional(),
      id: text.optional(),
      name: text.optional(),
      /** Of how many records it is the median. */
      records: counts.optional(),
      /** A count of which the data are known to hold a part alone: next to others it shows no trend. */
      part: z.literal(true).optional(),
    }),
  ),
  /** Records that the search matches. */
  total: counts,
  /** Of these, without a value of an axis. */
  unknown: z.strictObject({ x: counts.optional(), y: counts.optional(), by: counts.optional() }),
  /** Records with values that stand for no point here: beyond the most that a chart has. */
  left_out: counts,
});

const span = z.strictObject({ min: z.number(), max: z.number() });

/** Requirements that apply to a product, by the phase in which a team meets them. */
const shownChecklist = z.strictObject({
  view: z.literal('checklist'),
  ...common,
  /** What is known of the product, and how. */
  product: z.strictObject({
    robot: z.strictObject({ id: text, name: text }).optional(),
    robot_category: text.optional(),
    features: z.array(text),
    /** Without their `no-`. */
    denied: z.array(text),
    inferred: z.array(z.strictObject({ because: text, features: z.array(text) })),
  }),
  /** Certifications of the robot that are recorded, as one line each. */
  held: z.array(text),
  /** Only phases that have requirements, in their order. */
  phases: z.array(
    z.strictObject({
      phase: text,
      label: text,
      known_weeks: span.optional(),
      requirements: z.array(
        z.strictObject({
          id: text,
          scheme: text,
          title: text,
          basis: text,
          /** `mandatory`, `conditional` or `voluntary`. */
          obligation: text,
          because: text,
          summary: text,
          /** From when or until when, in words. */
          applies: text.optional(),
          /** Ids of what must be done before. */
          waits_for: z.array(text),
          weeks: span.optional(),
          cost_usd: span.optional(),
          cost_note: text.optional(),
          /** The newest fee, in words. */
          fee: text.optional(),
          steps: z.array(z.strictObject({ step: text, detail: text, evidence: text.optional() })),
          sources: z.array(source),
        }),
      ),
    }),
  ),
  /**
   * Facts that are not known. Yes: add a feature of these to `asked.features`; no: add `no-` and each. Where there are
   * categories, `asked.robot_category` is one of them.
   */
  questions: z.array(
    z.strictObject({
      question: text,
      features: z.array(z.strictObject({ feature: text, label: text })),
      robot_categories: z.array(z.strictObject({ category: text, label: text })),
      /** How many requirements hang on it. */
      requirements: counts,
    }),
  ),
  /** Questions beyond these. */
  further_questions: counts,
  /** Requirements that apply. */
  total: counts,
});

export const shown = z.discriminatedUnion('view', [
  shownCompare,
  shownRecord,
  shownTable,
  shownChart,
  shownChecklist,
]);

/** What a saved file holds: what was shown, and by id the whole records behind its rows, as far as they were kept. */
export const savedPage = z.strictObject({ shown, records: z.record(text, shownCompare) });

export type Asked = z.output<typeof asked>;
export type ShownCompare = z.output<typeof shownCompare>;
export type ShownRecord = z.output<typeof shownRecord>;
export type RecordStatement = z.output<typeof statement>;
export type RecordFact = ShownRecord['facts'][number];
export type RecordList = z.output<typeof list>;
export type Figure = z.output<typeof figure>;
export type ShownTable = z.output<typeof shownTable>;
export type ShownChart = z.output<typeof shownChart>;
export type ShownChecklist = z.output<typeof shownChecklist>;
export type Shown = z.output<typeof shown>;
export type SavedPage = z.output<typeof savedPage>;
export type Axis = z.output<typeof axis>;
export type Source = z.output<typeof source>;
export type CompareCell = z.output<typeof cell>;

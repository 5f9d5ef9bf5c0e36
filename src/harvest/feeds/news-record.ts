import type { SourceOf } from '../../data/dataset/canonical.ts';
import type { NewsItem } from '../../kinds/news/news-item.ts';
import { shorten } from '../../lib/sanitize.ts';
import { compact, slugify, stems } from '../../text/fold.ts';
import type { Entities } from '../match/entities.ts';

type News = SourceOf<'news'>;

const MAX_HEADLINE = 110;
const MAX_SLUG = 60;
const MAX_SUMMARY = 300;

export interface NewsFacts {
  readonly title: string;
  readonly url: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly outlet: string;
  readonly entities: Entities;
}

/** A news record of what a feed states. Nothing of the article itself is in it: the summary says only what is known. */
export function newsRecord(facts: NewsFacts, isTaken: (id: string) => boolean): News {
  const { title, url, date, outlet, entities } = facts;
  const headline = shorten(title, MAX_HEADLINE);
  const topic = topicOf(headline);
  return {
    id: freeId(`${date}-${slugify(headline, MAX_SLUG) || 'news'}`, isTaken),
    date,
    headline,
    summary: summaryOf(headline, topic, facts),
    topic,
    outlet,
    url,
    entities: [...entities.names],
    countries: [...entities.countries],
    sources: [{ url, title: outlet }],
  };
}

function summaryOf(headline: string, topic: string, { outlet, date, entities }: NewsFacts): string {
  const names = entities.names.slice(0, 5).join(', ');
  const about = names === '' ? '' : ` It names ${names}.`;
  const told = `${outlet} reported on ${date}, under the headline "${headline}".${about} Filed under ${topic} by its words; the article itself has the details.`;
  return shorten(told, MAX_SUMMARY);
}

function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let number = 2; ; number += 1) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`;
}

type Topic = NewsItem['topic'];

/** What a headline is about, by its words; the first rule that fits counts. */
const rules: readonly (readonly [Topic, RegExp])[] = [
  [
    'acquisition',
    /\b(?:acquires?|acquired|acquisition|buys|bought|to (?:acquire|buy)|takeover|merges? with)\b/i,
  ],
  [
    'funding',
    /\b(?:raises?|raised|raising|secures?|lands?|nabs?|bags|closes?|gets|leads|back|backs|receives)\b.{0,45}(?:[$€£¥₩]\s?[\d.]+ ?(?:[mbk]\b|bn|million|billion)|\bmillion\b|\bbillion\b|\bseries [a-h]\b|\bseed\b|\bfunding\b|\bmoney\b)|\bseries [a-h]\b|\bseed (?:round|funding)\b|\bfunding\b|\bvaluation\b|\btakes a stake\b|\braises more\b|\b[mb] round\b|\b[mb]\w* fund\b/i,
  ],
  [
    'safety',
    /\b(?:recalls?|recalled|injur\w*|accidents?|crash\w*|hazards?|backdoor|vulnerabilit\w*|hack\w*|hijack\w*|thrash\w*|fracture|safeguards?|security extension|safety (?:engineer|system|platform|framework))\b/i,
  ],
  [
    'policy',
    /\b(?:bill|act would|congress|senate|ministry|polic(?:y|ies) for|policies|white house|president|administration|commission on|trade war|threatens|protectionism|institute (?:calls|adds))\b/i,
  ],
  [
    'regulation',
    /\b(?:FDA|FCC|FAA|NHTSA|ISO|VDA|CE mark\w*|regulat\w*|approv\w+|clears|cleared|clearance|certif\w*|standards?|standardi[sz]ation|bans?|banned|covered list|licen[cs]es?|permits?|export controls?|tariffs?|AI rules|court|patent|roads to|military list)\b/i,
  ],
  [
    'competition',
    /\b(?:competitions?|challenge|contest|olympiad|robocup|robot games|tournament|half marathon|race|championship|xprize|prizes?|hackathon|awards?|winners|medals?|boxing|kickboxing|compete|golds?|teams compete)\b/i,
  ],
  [
    'research',
    /\b(?:research\w*|stud(?:y|ies)|scientists?|university|MIT|ETH|KAIST|NASA|stanford|caltech|UC San Diego|graduate student|professor|paper|learns?|learn to|benchmark|dataset|method|algorithm|video friday|simulation|could (?:act|help|turn|update)|helps? (?:robots?|humanoids?)|language models?|policies on|what .* lacks?|analysis|how .* founded|pioneer|experiment|gripper uses|copies|explains how|evaluate)\b/i,
  ],
  [
    'partnership',
    /\b(?:partner\w*|team(?:s|ed)? up|collaborat\w*|joint venture|alliance|joins? forces|works? with|working with|together|integrates?|to integrate|invests? in|supplies|deepens? ties|combine|adopts|chooses|joins)\b|\b\p{Lu}[\p{L}.\d]+ and \p{Lu}[\p{L}.\d]+(?: \p{Lu}[\p{L}.\d]+)? (?:to |plan|try|test|develop|apply|extend|launch|set up|end)/u,
  ],
  [
    'business',
    /\b(?:market|orders?|forecast|output|IPO|listing|to list|go public|stock|shares|revenue|earnings|factory|plant|production|builds? its [\d,]+|CEO|chief executive|layoffs|price by|grew|grows?|growth|hires|steps down|bankruptcy|shuts? down|insurers|union|density|trends|recap|forms? (?:a )?manufacturer|headquarters|expects|sees|agreement|financial|dissolution)\b/i,
  ],
  [
    'deployment',
    /\b(?:deploy\w*|pilots?|tests?|installs?|installed|rolls? out|rollout|to use|uses|in use|at work|works? (?:in|on|at)|put\w* to work|puts? .* to work|warehouses?|hospitals?|health|surgeons|airport|delivers?|deliveries|delivery|moves its|perform\w*|appears?|hauls?|service to|paid .* rides|reaches?|surveys?|sites|deal for|runs its|street)\b/i,
  ],
  [
    'product',
    /\b(?:launch\w*|unveil\w*|introduc\w*|releases?|reveals?|presents?|shows?|debuts?|announces?|ships|adds|offers|brings|extends?|gets|automates?|upgrade\w*|version|prototype|develops|gen \d|details|opens part|promises|goes electric)\b/i,
  ],
];

/** The topic of a headline; `business` where no rule fits. */
export function topicOf(headline: string): Topic {
  return rules.find(([, words]) => words.test(headline))?.[0] ?? 'business';
}

const aboutRobots =
  /\b(?:robot\w*|humanoids?|quadrupeds?|robodogs?|drones?|cobots?|exoskeletons?|exosuits?|AMRs?|AGVs?|autonomous|self-driving|teleoperat\w*|physical AI|embodied AI|automation|end effectors?|grippers?|lidar|actuators?)\b/i;

/** True for a headline that speaks of robots. */
export function isAboutRobots(headline: string): boolean {
  return aboutRobots.test(headline);
}

/** What two reports of one event are compared by. */
export interface DatedHeadline {
  /** `YYYY-MM-DD`; less exact dates are the same as none. */
  readonly date: string;
  readonly headline: string;
  readonly entities: readonly string[];
}

const MAX_DAYS_APART = 3;
const emptyWords = new Set(
  'a an the of and or for to in on at by with from as is are be its it this that how why what new robot robotic humanoid ai after over into will'.split(
    ' ',
  ),
);
/** What happens, in the words of different papers. */
const sameWords = new Map(
  [
    [
      'raise',
      'raises',
      'raised',
      'secure',
      'secures',
      'land',
      'lands',
      'close',
      'closes',
      'bag',
      'nab',
      'get',
    ],
    [
      'unveil',
      'reveal',
      'introduce',
      'launch',
      'launches',
      'debut',
      'present',
      'show',
      'announce',
      'release',
    ],
    ['buy', 'acquire', 'acquisition', 'bought'],
    ['m', 'million'],
    ['b', 'billion', 'bn'],
  ].flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)),
);

/**
 * True if two headlines of about the same day tell the same event: most of their words are alike, and no amount in
 * the one contradicts the other's.
 */
export function isSameEvent(a: DatedHeadline, b: DatedHeadline): boolean {
  if (a.date.length < 10 || b.date.length < 10) return false;
  if (Math.abs(Date.parse(a.date) - Date.parse(b.date)) > MAX_DAYS_APART * 86_400_000) return false;
  if (compact(a.headline) === compact(b.headline)) return true;
  const [left, right] = [contentOf(a.headline), contentOf(b.headline)];
  const [amountsLeft, amountsRight] = [amountsOf(left), amountsOf(right)];
  const contradict =
    amountsLeft.length > 0 &&
    amountsRight.length > 0 &&
    !amountsLeft.some((each) => amountsRight.includes(each));
  if (contradict) return false;
  const shared = [...left].filter((word) => right.has(word)).length;
  const smaller = Math.min(left.size, right.size);
  if (smaller < 2) return false;
  const alike = shared / smaller;
  const sharesEntity = a.entities.some((name) => b.entities.includes(name));
  return sharesEntity ? shared >= 3 && alike >= 0.5 : shared >= 4 && alike >= 0.7;
}

function contentOf(headline: string): Set<string> {
  const spaced = headline
    .replace(/([$€£]?\d[\d.,]{0,20})\s?([mb]n?)\b/gi, '$1 $2')
    .replace(/(\d)[.,](?=\d)/g, '$1_');
  const list = spaced.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found = list.flatMap((word) => (/\d/.test(word) ? [word] : stems(word)));
  return new Set(found.filter((word) => !emptyWords.has(word)).map((word) => sameWords.get(word) ?? word));
}

function amountsOf(content: ReadonlySet<string>): string[] {
  return [...content].filter((word) => /^\d/.test(word));
}

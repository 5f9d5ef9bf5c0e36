import type { SourceOf } from '../../data/dataset/canonical.ts';
import type { NewsItem } from '../../kinds/news/news-item.ts';
import { shorten } from '../../lib/sanitize.ts';
import { slugify } from '../../text/fold.ts';
import type { Entities } from '../match/entities.ts';

type News = SourceOf<'news'>;

const MAX_HEADLINE = 110;
const MAX_SLUG = 60;
const MAX_SUMMARY = 300;

interface NewsFacts {
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

/** The id itself, or with a number: the next one, which is looked for in ever larger steps. */
function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  let [taken, free] = [1, 2];
  while (isTaken(`${id}-${free}`)) [taken, free] = [free, 2 * free];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(`${id}-${middle}`)) taken = middle;
    else free = middle;
  }
  return `${id}-${free}`;
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

import type { NewsItem } from '../../records/news.ts';

type Topic = NewsItem['topic'];

/** What a headline is about, by its words; the first rule that fits counts. */
const rules: readonly (readonly [Topic, RegExp])[] = [
  [
    'acquisition',
    /\b(?:acquir\w*|acquisition|buys|bought|to buy|takes? over|takeover|merges? with|merger)\b/i,
  ],
  [
    'funding',
    /\b(?:raises?|raised|raising|secures?|lands?|nabs?|bags|closes?|gets|reports? to raise|leads)\b.{0,40}(?:[$€£¥₩]|\bmillion\b|\bbillion\b|\byen\b|\bseries [a-h]\b|\bseed\b|\bfunding\b|\bround\b|\bmoney\b)|\bseries [a-h]\b|\bseed (?:round|funding)\b|\bfunding\b|\bvaluation\b|\binvests? (?:in|\$)|\btakes a stake\b|\bventure fund\b|\b\$[\d.]+[mb]\w* fund\b/i,
  ],
  [
    'safety',
    /\b(?:recalls?|recalled|injur\w*|accidents?|crash\w*|hazards?|backdoor|vulnerabilit\w*|hack\w*|safety|thrash\w*|fracture|lawsuit over)\b/i,
  ],
  [
    'regulation',
    /\b(?:FDA|FCC|FAA|NHTSA|CE mark\w*|regulat\w*|approv\w+|clears|cleared|clearance|certif\w*|standards?|bans?|banned|covered list|licen[cs]es?|permits?|export controls?|tariffs?|AI act|rules?)\b/i,
  ],
  [
    'policy',
    /\b(?:bill|congress|senate|government|ministry|policy|policies|strategy for robotics|white house|president|administration|commission)\b/i,
  ],
  [
    'competition',
    /\b(?:competition|challenge|contest|olympiad|world cup|robocup|games|tournament|half marathon|marathon|championship|xprize|prize|hackathon)\b/i,
  ],
  [
    'partnership',
    /\b(?:partner\w*|team\w* up|collaborat\w*|joint venture|together|alliance|joins? forces|work with|works with|integrate|signs (?:an? )?(?:deal|agreement))\b/i,
  ],
  [
    'research',
    /\b(?:research\w*|stud(?:y|ies)|scientists?|engineers? (?:build|develop|create)\w*|university|MIT|ETH|KAIST|stanford|caltech|lab|paper|learns?|benchmark|dataset|method|algorithm|video friday|teach\w*|trains?|training|model|framework)\b/i,
  ],
  [
    'deployment',
    /\b(?:deploy\w*|pilots?|tests?|installs?|installed|rolls? out|to use|uses|in use|goes to work|at work|put\w* to work|factory floor|warehouses?|hospital|airport|deliver\w*|moves its|orders)\b/i,
  ],
  [
    'product',
    /\b(?:launch\w*|unveil\w*|introduc\w*|releases?|reveals?|presents?|shows?|debuts?|announces?|ships|adds|offers|new|upgrade\w*|version|prototype|robot|humanoid)\b/i,
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

import type { SourceOf } from '../../data/dataset/canonical.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { compact, fold, words } from '../../text/fold.ts';
import type { Finding } from '../adapter.ts';
import type { KnownRecords } from '../dataset-draft.ts';
import { withoutEnding } from './name-index.ts';

type Robot = SourceOf<'robots'>;

/** What a regulator says of a device. */
interface DeviceFacts {
  readonly applicant: string;
  readonly device: string;
}

export interface DeviceMatch {
  readonly robot: Robot;
  /** From 0 to 1, two digits. */
  readonly confidence: number;
}

/** UTF-16 units of a device's name that are looked at: longer ones describe it. */
const MAX_DEVICE = 300;
/** The same of a company's name. */
const MAX_COMPANY = 300;

/** Words that are common in device names. */
const general = new Set(
  'the and for of with system systems surgical robotic robot robotics assisted assistance device devices platform solution model models version application medical computer controlled control unit series edition generation inc tm r us'.split(
    ' ',
  ),
);
/** Words of accessories, which are no robots. */
const accessory =
  /\b(?:accessor(?:y|ies)|instruments?|stapl\w+|endowrist|endoscopes?|software|cameras?|drapes?|trocars?|cannulas?|imaging|planning|plan|sheath|table|simulator|energy|generator|sealer|scissors|forceps|burs?|implants?|tools?|knee components?|array|reducer|table motion|firefly|catheter|needle|dissector|ultrasonic)\b/i;

interface Candidate {
  readonly robot: Robot;
  readonly name: readonly string[];
  readonly makers: readonly string[];
}

/** Robots of ours, as a regulator's words may name them. */
export class DeviceIndex {
  readonly #candidates: readonly Candidate[];
  readonly #companies: readonly string[];

  constructor(known: KnownRecords, isMeant: (robot: Robot) => boolean = () => true) {
    this.#candidates = [...known.all('robots')].filter(isMeant).map((robot) => ({
      robot,
      name: nameWords(withoutBrackets(robot.name)),
      makers: makerKeys(robot.manufacturer.name),
    }));
    this.#companies = [...known.all('manufacturers')].flatMap(({ name }) => makerKeys(name));
  }

  /** The robot that a device most probably is; undefined below a confidence of 0.3. */
  match(facts: DeviceFacts): DeviceMatch | undefined {
    const maker = companyKey(facts.applicant);
    const device = facts.device.slice(0, MAX_DEVICE);
    // Brackets hold a model's number, or at times the name itself.
    const tellings = [nameWords(withoutBrackets(device)), nameWords(device)];
    const byKind = kindScore(device);
    let best: (DeviceMatch & { readonly length: number }) | undefined;
    for (const candidate of this.#candidates) {
      const byMaker = makerScore(candidate.makers, maker);
      const byName = Math.max(
        ...tellings.map((told) => nameScore(candidate.name, told, byMaker === stranger)),
      );
      const score = byName * byMaker * byKind;
      const confidence = Math.round(score * 100) / 100;
      const { length } = candidate.name.join('');
      const isBetter =
        best === undefined ||
        confidence > best.confidence ||
        (confidence === best.confidence && length > best.length);
      if (confidence >= 0.3 && isBetter) best = { robot: candidate.robot, confidence, length };
    }
    return best && { robot: best.robot, confidence: best.confidence };
  }

  /** The robot of this very maker whose name a product code begins or ends with: `ALPHA2` in `UBTALPHA2`. */
  matchCode(applicant: string, code: string): DeviceMatch | undefined {
    const maker = companyKey(applicant);
    const own = this.#candidates
      .filter(({ makers, name }) => makers.includes(maker) && isInCode(name.join(''), code))
      .sort((a, b) => b.name.join('').length - a.name.join('').length);
    const [longest] = own;
    if (longest === undefined) return undefined;
    const share = longest.name.join('').length / code.length;
    return { robot: longest.robot, confidence: Math.round((0.5 + share * 0.4) * 100) / 100 };
  }

  /** True if the company is a maker of ours, by its own name. */
  isMaker(company: string): boolean {
    return this.#companies.includes(companyKey(company));
  }
}

function isInCode(name: string, code: string): boolean {
  return name.length >= 3 && (code.startsWith(name) || code.endsWith(name));
}

/** How well a device's name contains a robot's: all its words, in order, and no other model's beside them. */
function nameScore(name: readonly string[], told: readonly string[], isStranger: boolean): number {
  const key = name.join('');
  if (key.length < 2) return 0;
  const at = findRun(told, key);
  if (at === undefined) return isBeginning(told.join(''), key) ? 0.6 : 0;
  const rest = told.filter((word, i) => (i < at.start || i >= at.end) && !isCode(word));
  const next = told[at.end];
  // `da Vinci` is contained in `da Vinci X`, which is another robot.
  const isOther = next !== undefined && (next.length <= 2 || /\d/.test(next)) && !isCode(next);
  if (isOther) return 0.5;
  const isShort = key.length < 4;
  const isLost = rest.length > 4;
  // Of another company, a name of one word among others is most often another thing.
  if (isStranger && name.length === 1 && rest.length > 0) return 0.7;
  return (isShort ? 0.85 : 1) * (isLost ? 0.85 : 1);
}

/** The name of a series may stand for its only model: `Atalante` for `Atalante X`. */
function isBeginning(told: string, key: string): boolean {
  return told.length >= 5 && key.startsWith(told);
}

/** Where words written together give the key. */
function findRun(told: readonly string[], key: string): { start: number; end: number } | undefined {
  for (let start = 0; start < told.length; start += 1) {
    let joined = '';
    for (let end = start; end < told.length && joined.length < key.length; end += 1) {
      joined += told[end];
      if (joined === key) return { start, end: end + 1 };
    }
  }
  return undefined;
}

/** Numbers of models that stand behind names: IS5000, 3.1, MSC-1. */
function isCode(word: string): boolean {
  return /^[a-z]{1,4}\d{3,}[a-z]?$|^\d{3,}$|^v\d/.test(word);
}

/** The score of a company that is not the maker: makers are bought, and others apply in their name. */
const stranger = 0.5;

function makerScore(makers: readonly string[], applicant: string): number {
  if (makers.includes(applicant)) return 1;
  const isPart = makers.some((maker) => {
    const [shorter, longer] = maker.length < applicant.length ? [maker, applicant] : [applicant, maker];
    return shorter.length >= 5 && longer.startsWith(shorter);
  });
  return isPart ? 0.9 : stranger;
}

function kindScore(device: string): number {
  // The name of a class of robots, which many descriptions contain.
  return accessory.test(device.replace(/computer[- ]controlled instruments?/gi, '')) ? 0.6 : 1;
}

function withoutBrackets(name: string): string {
  return name.replace(/\([^()]*\)/g, ' ');
}

/** Words of a name without those that say nothing. */
function nameWords(name: string): string[] {
  const all = words(fold(name.replace(/[™®]/g, ' ')));
  const own = all.filter((word) => !general.has(word));
  return own.length > 0 ? own : all;
}

/** A maker by its own name and by that of its owner, which may stand in brackets. */
function makerKeys(name: string): string[] {
  const inBrackets = /\(([^()]+)\)/.exec(name)?.[1];
  return [name, ...(inBrackets === undefined ? [] : [inBrackets])]
    .map(companyKey)
    .filter((key) => key !== '');
}

function companyKey(name: string): string {
  const withoutPlace = sanitizeLine(name, MAX_COMPANY)
    .replace(/ ?\([^()]*\) ?/g, ' ')
    .replace(/,? (?:a division of|dba|d\/b\/a|formerly)\b.*$/i, '');
  const key = compact(withoutEnding(withoutPlace.replace(/\bs\.? ?a\.? ?s?\.? ?$/i, '')));
  return key.replace(/(?:medical|surgical|navigation|usa|orthopedics|orthopaedics)$/, (end) =>
    key === end ? end : '',
  );
}

type Certification = SourceOf<'robots'>['certifications'][number];

/** Below this, a match says too little to ask somebody about it. */
const MIN_CONFIDENCE = 0.5;

/**
 * What is made of a regulator's decision that may be about a robot of ours: a question to the review, never a change.
 * The words are the same each time, so that it is asked once.
 */
export function certificationFinding(
  match: DeviceMatch | undefined,
  certification: Certification,
  told: string,
): Finding {
  if (match === undefined || match.confidence < MIN_CONFIDENCE)
    return { type: 'passed', why: 'no robot of ours' };
  const { robot, confidence } = match;
  const key = certification.identifier?.toLowerCase();
  const isKnown = robot.certifications.some(({ identifier }) => identifier?.toLowerCase() === key);
  if (isKnown) return { type: 'passed', why: 'known' };
  return {
    type: 'report',
    kind: 'robots',
    id: robot.id,
    field: 'certifications[-]',
    problem: `${told} It may be this robot (confidence ${confidence.toFixed(2)}).`,
    suggested: JSON.stringify(certification),
    evidence: certification.source,
    confidence,
  };
}

import { readFeature } from '../../certification/features.ts';
import { certificationKind } from '../../kinds/certification/certification.ts';
import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { fold, singular, words } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';

/** A product that a question names, and the scheme of which it asks. */
export interface ProductInQuery {
  readonly robot_category?: string;
  readonly features?: readonly string[];
  readonly scheme?: string;
}

/** Words of asking about rules, beside those that any requirement has. */
const asking = new Set(
  'us usa american legal law legally standard standards approval approve approved certify certified comply sell selling sold market required apply applies marking mark marks law laws permit permits permission license licence licensing obligation obligations mandatory test tests testing tested safety allowed legal paperwork bring launch import'.split(
    ' ',
  ),
);
/** Where a robot is used: other features are searched for, since who names one asks about that. */
const places = new Set<string>([
  'commercial',
  'public-space',
  'home',
  'consumer',
  'workplace',
  'industrial',
  'healthcare-facility',
]);
/** Names of products are no longer. */
const MOST_WORDS = 4;

/**
 * The product that a question consists of, but for words of asking: `restaurant robot`, `what does a surgical robot need
 * from the FDA`. Undefined for questions that say anything else.
 */
export function productIn(query: string): ProductInQuery | undefined {
  const telling = words(fold(query)).filter((word) => !isStopWord(word) && !isAsking(word));
  // Of more words at least two name schemes, or too many name something else.
  if (telling.length > MOST_WORDS + 1) return undefined;
  const named = telling.flatMap((word) => readTerm(vocabularies.guidance_scheme, word) ?? []);
  const rest = telling.filter((word) => readTerm(vocabularies.guidance_scheme, word) === undefined);
  if (rest.length === 0 || rest.length > MOST_WORDS || named.length > 1) return undefined;
  const text = rest.join(' ');
  const scheme = named[0] === undefined ? {} : { scheme: named[0] };
  const [category, another] =
    readTerm(vocabularies.robot_category, `${text} robot`) ??
    readTerm(vocabularies.robot_category, text) ??
    [];
  if (category !== undefined && another === undefined) return { robot_category: category, ...scheme };
  const feature = /\b(?:robots?|machines?)\b/i.test(query) ? readFeature(text) : undefined;
  const isPlace = feature !== undefined && !feature.denied && places.has(feature.feature);
  return isPlace ? { features: [text], ...scheme } : undefined;
}

function isAsking(word: string): boolean {
  return asking.has(word) || certificationKind.domainStopWords.includes(singular(word));
}

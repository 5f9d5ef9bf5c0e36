import data from '../../dataset/taxonomy/certification-questions.json' with { type: 'json' };
import { featureQuestion } from './features.ts';

const phrases = new Map<string, string>(Object.entries(data.phrases));
const texts = new Map(
  data.questions.flatMap(({ question, asked_for }) =>
    asked_for.map((set) => [keyOf(set), question] as const),
  ),
);
/** Longer lists of what may be so are cut: the features of a question stand beside it. */
const phrasesShown = 5;

/** What a feature says of a robot, after `it`: `uses Wi-Fi`. */
export function featurePhrase(feature: string): string {
  return phrases.get(feature) ?? `has ${feature}`;
}

/** The question whose answer tells whether one of the features is there. */
export function questionFor(features: readonly string[]): string {
  const authored = texts.get(keyOf(features));
  if (authored !== undefined) return authored;
  const [only = '', ...more] = features;
  if (more.length === 0) return featureQuestion(only) ?? `Is this so: it ${featurePhrase(only)}?`;
  const shown = features.slice(0, phrasesShown).map(featurePhrase).join(', or ');
  return `Is any of these so: it ${shown}${features.length > phrasesShown ? ', or another of its features' : ''}?`;
}

/** Features of which one must be there before it makes sense to ask about this one; none for most. */
export function presupposedBy(feature: string): readonly string[] {
  return data.presupposes.find(({ features }) => features.includes(feature))?.needs ?? [];
}

function keyOf(features: readonly string[]): string {
  return [...features].sort().join(' ');
}

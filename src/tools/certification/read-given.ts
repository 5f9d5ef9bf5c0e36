import { featureGroups, featureWords, impliedBy, readFeature } from '../../certification/features.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { ToolError } from '../errors.ts';

const aliases = featureGroups.flatMap(({ features }) =>
  features.flatMap(({ id, aliases }) => [id, ...aliases].map((word) => [word, id] as const)),
);

/** What a caller says of features. Throws INVALID_ARGUMENT for unknown words and for contradictions. */
export function readGiven(texts: readonly string[]): { given: string[]; denied: string[] } {
  const read = texts.map((text) => ({ text, found: readFeature(text) }));
  const unknown = read.filter(({ found }) => found === undefined).map(({ text }) => text);
  if (unknown.length > 0) throw unknownWords(unknown);
  const words = (denied: boolean) => [
    ...new Set(read.flatMap(({ found }) => (found?.denied === denied ? [found.feature] : []))),
  ];
  const given = words(false);
  const denied = words(true);
  for (const feature of given) {
    const refused = [feature, ...impliedBy(feature)].find((word) => denied.includes(word));
    if (refused !== undefined) throw contradiction(feature, refused);
  }
  return { given, denied };
}

function unknownWords(unknown: readonly string[]): ToolError {
  const near = [...new Set(unknown.flatMap((text) => nearestFeatures(text)))];
  const asked = unknown.map((text) => `"${text}"`).join(', ');
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Known: ${featureWords.join(', ')}.`;
  return new ToolError('INVALID_ARGUMENT', `features does not know ${asked}. ${hint}`, {
    field: 'features',
    accepted: near.length > 0 ? near : featureWords,
  });
}

function nearestFeatures(text: string): string[] {
  const near = nearest(
    text,
    aliases.map(([word]) => word),
    3,
  );
  return [...new Set(aliases.filter(([word]) => near.includes(word)).map(([, id]) => id))].slice(0, 3);
}

function contradiction(feature: string, refused: string): ToolError {
  const why = feature === refused ? '' : `, and ${feature} comes with ${refused}`;
  return new ToolError(
    'INVALID_ARGUMENT',
    `features says both ${feature} and no-${refused}${why}. Leave one out.`,
    { field: 'features', accepted: [feature, `no-${refused}`] },
  );
}

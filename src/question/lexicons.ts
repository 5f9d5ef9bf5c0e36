import type { Kind } from '../kinds/kinds.ts';
import { buildLexicon } from './build-lexicon.ts';

/**
 * The lexicon of a kind, or that of all of them, as text. The bundler puts the texts in the place of this module: building
 * one takes ten times as long as reading it.
 */
export function lexiconText(name: Kind | 'general'): string {
  return buildLexicon(name).write();
}

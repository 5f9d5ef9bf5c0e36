/** The trivial tools that every server offers: eleven, as many as the product has at most. */
import { z } from 'zod';

export const definitions = Array.from({ length: 11 }, (_, i) => ({
  name: i === 0 ? 'echo' : `echo_${i}`,
  description: 'Answers what it was given.',
  shape: { text: z.string().describe('Any text') },
}));

export function answer({ text }) {
  return { content: [{ type: 'text', text }] };
}

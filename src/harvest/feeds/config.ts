import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { line } from '../../kinds/common.ts';

const feed = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  outlet: line(2, 80).describe('Name of the publisher, as news records have it'),
  robotics: z.boolean().default(false).describe('Every item is about robots'),
  trusted: z.boolean().default(false).describe('Its items go into the next version without review'),
});
/** A feed that is read every day. */
export type FeedSource = z.infer<typeof feed>;

const feedList = z.array(feed).max(500);

/** Reads the list of feeds. Throws a sentence that names the file, and what to write. */
export async function readFeedList(path: string): Promise<FeedSource[]> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(
      `The list of feeds ${path} cannot be read: ${(error as Error).message}. See docs/harvesting.md.`,
    );
  }
  const parsed = feedList.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `The list of feeds ${path} is wrong at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}. Write [{"url": "https://…", "outlet": "…"}].`,
    );
  }
  return parsed.data;
}

import { z } from 'zod';
import { proposedId } from '../contributions/proposals.ts';
import { shortText } from '../kinds/arguments.ts';
import { pages } from '../kinds/common.ts';
import { type Startup, startup } from '../kinds/startups/startup.ts';
import { sanitizeTexts } from '../lib/sanitize.ts';
import { note, parseRecord, readCountry, submitOutput, submitRecord } from './shared/contributing.ts';
import { readTermOf } from './shared/read-words.ts';
import type { Tool } from './tool.ts';

const { name, founded, focus, description, funding, url, confidence } = startup.shape;

const input = z.strictObject({
  name: name.describe('Such as Figure AI'),
  country: shortText(60).describe('Headquarters: ISO 3166-1 alpha-2 code or name'),
  stage: shortText(40).describe(
    'pre_seed, seed, series_a … growth, public, acquired, shut_down, undisclosed',
  ),
  focus: focus.max(20).describe('Keywords, such as humanoids'),
  description: description.describe('What it makes, in your own words: 40 to 300 characters'),
  founded: founded.describe('Year'),
  funding: funding.describe('US dollars, with the page that states them'),
  url: url.describe("The startup's own page"),
  confidence: confidence.default('reported'),
  sources: pages.max(20).describe('One to 20 public pages that state the facts'),
  note,
});

export const submitStartup: Tool<typeof input> = {
  name: 'submit_startup',
  title: 'Submit a startup',
  description:
    'Propose a robotics startup that the data lack, with the pages that state its facts. An operator reviews it.',
  access: 'WRITE',
  announced: true,
  needsAuthentication: true,
  idempotent: true,
  openWorld: false,
  input,
  output: submitOutput,
  run: ({ note: given, ...args }, context) =>
    submitRecord({ kind: 'startups', record: recordOf(args) }, given, context),
};

function recordOf(args: Omit<z.output<typeof input>, 'note'>): Startup {
  const draft = sanitizeTexts(args);
  return parseRecord(startup, {
    ...draft,
    id: proposedId(draft.name),
    country: readCountry('country', draft.country),
    stage: readTermOf('stage', 'startup_stage', draft.stage),
  });
}

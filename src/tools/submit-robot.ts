import { z } from 'zod';
import { proposedId } from '../contributions/proposals.ts';
import { shortText } from '../kinds/arguments.ts';
import { pages } from '../kinds/common.ts';
import { type Robot, robot } from '../kinds/robots/robot.ts';
import { sanitizeTexts } from '../lib/sanitize.ts';
import { fold } from '../text/fold.ts';
import { note, parseRecord, submitOutput, submitRecord } from './shared/contributing.ts';
import { readTermOf } from './shared/read-words.ts';
import type { Tool, ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';

const { name, tags, description, released, price, specs, certifications, url, confidence } = robot.shape;

const input = z.strictObject({
  name,
  manufacturer: shortText(80).describe('Id or name of a maker in the data, see search_manufacturers'),
  category: shortText(60).describe('Such as humanoid, cobot, amr'),
  status: shortText(40).describe('announced, prototype, preorder, available, discontinued or internal'),
  description: description.describe('What it is and does, in your own words: 60 to 240 characters'),
  tags: tags.max(20).optional().describe('Keywords, such as bipedal'),
  released: released.describe('First shown or sold: 2026-03-11, 2026-03 or 2026'),
  price: price.describe('US dollars, with the page that states it'),
  specs: specs.optional().describe('Each in the unit of its name, such as {"mass_kg":35}'),
  certifications: certifications.max(50).optional().describe('Each with the page that states it'),
  url,
  confidence: confidence.default('reported'),
  sources: pages.max(20).describe('One to 20 public pages that state the facts'),
  note,
});

export const submitRobot: Tool<typeof input> = {
  name: 'submit_robot',
  title: 'Submit a robot',
  description:
    'Propose a robot that the data lack, with the pages that state its facts. An operator reviews it.',
  access: 'WRITE',
  announced: true,
  needsAuthentication: true,
  idempotent: true,
  openWorld: false,
  input,
  output: submitOutput,
  run: ({ note: given, ...args }, context) =>
    submitRecord({ kind: 'robots', record: recordOf(args, context) }, given, context),
};

function recordOf(args: Omit<z.output<typeof input>, 'note'>, context: ToolContext): Robot {
  const maker = makerCalled(args.manufacturer, context);
  const draft = sanitizeTexts(args);
  const own = withoutMaker(draft.name, maker);
  return parseRecord(robot, {
    tags: [],
    specs: {},
    certifications: [],
    ...draft,
    id: proposedId(own, maker.id),
    name: own,
    manufacturer: maker,
    category: readTermOf('category', 'robot_category', draft.category),
    status: readTermOf('status', 'robot_status', draft.status),
  });
}

function makerCalled(text: string, { catalogue }: ToolContext): Robot['manufacturer'] {
  const found = catalogue.find('manufacturers', text);
  if (found !== undefined) return { id: found.id, name: found.name, country: found.country };
  const near = catalogue.namesLike('manufacturers', text, 3);
  const hint = near.length > 0 ? ` Near to it: ${near.join(', ')}.` : '';
  throw new ToolError(
    'INVALID_ARGUMENT',
    `manufacturer "${text}" is not in the data.${hint} A robot needs a known maker; its operator can add one.`,
    { field: 'manufacturer', accepted: near },
  );
}

/** `Unitree G1` of Unitree Robotics is `G1`. */
function withoutMaker(model: string, maker: Robot['manufacturer']): string {
  for (const called of [maker.name, maker.id.replaceAll('-', ' ')]) {
    const rest = model.slice(called.length).trim();
    if (rest !== '' && fold(model).startsWith(`${fold(called)} `)) return rest;
  }
  return model;
}

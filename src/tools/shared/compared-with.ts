import type { Robot } from '../../kinds/robots/robot.ts';

/** What a word asks of a robot beside another, as it is said of a number. */
interface Comparative {
  readonly pattern: RegExp;
  known(robot: Robot): number | undefined;
  bound(value: number): string;
}

const comparatives: readonly Comparative[] = [
  {
    pattern: /\b(?:cheaper|less expensive|more affordable|lower[- ](?:cost|priced?)|less costly)\b/i,
    known: ({ price }) => (price?.kind === 'lease_monthly' ? undefined : price?.usd_min),
    bound: (usd) => `under $${usd}`,
  },
  {
    pattern: /\b(?:lighter|less heavy)\b/i,
    known: ({ specs }) => specs.mass_kg,
    bound: (kg) => `weighing under ${kg} kg`,
  },
  {
    pattern: /\b(?:stronger|(?:with )?(?:more|higher|larger|bigger) payload)\b/i,
    known: ({ specs }) => specs.payload_kg,
    bound: (kg) => `carrying over ${kg} kg`,
  },
  {
    pattern: /\b(?:faster|quicker)\b/i,
    known: ({ specs }) => specs.speed_m_s,
    bound: (speed) => `over ${speed} m/s`,
  },
  {
    pattern: /\b(?:longer reach|further reach|(?:with )?(?:more|larger|greater) reach)\b/i,
    known: ({ specs }) => specs.reach_mm,
    bound: (mm) => `over ${mm} mm reach`,
  },
];

/** A question with what it asks beside a robot said in numbers: `cheaper` than one of $30,000 is `under $30000`. */
export function comparedWith(question: string, robot: Robot): string {
  return comparatives.reduce((text, { pattern, known, bound }) => {
    const value = known(robot);
    return value === undefined ? text : text.replace(pattern, bound(value));
  }, question);
}

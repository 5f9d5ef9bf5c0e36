import type { Robot } from '../../kinds/robots/robot.ts';
import type { Figure } from './shape.ts';

/** What is known of the size of a robot; of a family no one robot has it. */
export function figureOf({ category, specs, family }: Robot): Figure | undefined {
  const { height_cm, length_cm, width_cm, reach_mm } = specs;
  const known = {
    ...(height_cm !== undefined && { height_cm }),
    ...(length_cm !== undefined && { length_cm }),
    ...(width_cm !== undefined && { width_cm }),
    ...(reach_mm !== undefined && { reach_mm }),
  };
  return family || Object.keys(known).length === 0 ? undefined : { category, ...known };
}

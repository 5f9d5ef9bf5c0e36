import type { Robot } from '../../../kinds/robots/robot.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** Makers round: how far a range may exceed what follows from speed and running time. */
const ROUNDING = 1.15;
const KM_H_PER_M_S = 3.6;

/** Kilometres at the highest speed for the whole running time; undefined where either is unknown. */
function farthest({ speed_m_s: speed, runtime_h: hours }: Robot['specs']): number | undefined {
  return speed === undefined || hours === undefined ? undefined : speed * KM_H_PER_M_S * hours;
}

/** No robot goes farther than at its highest speed for its whole running time: else one of the three is another's. */
export const reachableRanges: DatasetCheck = {
  name: 'reachable-ranges',
  *check({ records }) {
    for (const { id, specs } of records.robots) {
      const most = farthest(specs);
      if (most === undefined || specs.range_km === undefined || specs.range_km <= most * ROUNDING) continue;
      yield {
        where: placeOf('robots', id),
        message: `goes ${specs.range_km} km, but ${specs.speed_m_s} m/s for ${specs.runtime_h} h make ${Math.round(most)} km; read of which configuration each is`,
      };
    }
  },
};

const MEASURES = [
  { name: 'payload_kg', pattern: /payload of (?:up to )?(\d+(?:\.\d+)?) kg/, unit: 1 },
  { name: 'reach_mm', pattern: /reach of (?:about )?(\d+(?:\.\d+)?) mm/, unit: 1 },
  { name: 'speed_m_s', pattern: /up to (\d+(?:\.\d+)?) m\/s/, unit: 1 },
  { name: 'speed_m_s', pattern: /up to (\d+(?:\.\d+)?) km\/h/, unit: 1 / KM_H_PER_M_S },
] as const;
/** Descriptions round: 4.5 mph for 2.01 m/s. */
const NEAR = 0.06;

/** A description and the specs beside it tell the same figure; a second configuration is named in `conditions`. */
export const describedFigures: DatasetCheck = {
  name: 'described-figures',
  *check({ records }) {
    for (const { id, description, specs, conditions = {}, family } of records.robots) {
      if (family) continue;
      for (const { name, pattern, unit } of MEASURES) {
        const said = Number(pattern.exec(description.replaceAll(',', ''))?.[1]) * unit;
        const stated = specs[name];
        if (stated === undefined || Number.isNaN(said) || name in conditions) continue;
        if (Math.abs(said - stated) <= NEAR * Math.max(said, stated)) continue;
        yield {
          where: placeOf('robots', id),
          message: `${name} is ${stated}, but its description tells of ${Number(said.toFixed(2))}; mend one, or say the other's condition`,
        };
      }
    }
  },
};

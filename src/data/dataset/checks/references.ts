import { type DatasetCheck, placeOf } from './check.ts';

/** A robot's maker is a manufacturer of ours, by the same name and country. */
export const manufacturers: DatasetCheck = {
  name: 'manufacturers',
  scope: ['robots', 'manufacturers'],
  *check({ records }) {
    const known = new Map(records.manufacturers.map((maker) => [maker.id, maker]));
    for (const { id, manufacturer } of records.robots) {
      const where = placeOf('robots', id);
      const maker = known.get(manufacturer.id);
      if (maker === undefined) {
        yield {
          where,
          message: `manufacturer ${manufacturer.id} is not in manufacturers.jsonl; add it or mend the id`,
        };
        continue;
      }
      for (const field of ['name', 'country'] as const) {
        if (maker[field] !== manufacturer[field]) {
          yield {
            where,
            message: `manufacturer.${field} is ${manufacturer[field]}, in manufacturers.jsonl ${maker[field]}; make them equal`,
          };
        }
      }
    }
  },
};

/** A requirement's related requirements exist. */
export const relatedRequirements: DatasetCheck = {
  name: 'related-requirements',
  scope: ['certification'],
  *check({ records }) {
    const known = new Set(records.certification.map(({ id }) => id));
    for (const { id, related } of records.certification) {
      for (const other of related) {
        const where = placeOf('certification', id);
        if (!known.has(other)) yield { where, message: `related ${other} does not exist; mend or remove it` };
        if (other === id) yield { where, message: 'is related to itself; remove that' };
      }
    }
  },
};

import {
  type Certification,
  phaseOrder,
  phases,
  relationTypes,
} from '../../../kinds/certification/certification.ts';
import { type DatasetCheck, placeOf } from './check.ts';

type Requirements = readonly Certification[];

/** What a requirement names exists and is not itself, and no name or former id leads to two of them. */
export const relatedRequirements: DatasetCheck = {
  name: 'related-requirements',
  *check({ records: { certification } }) {
    const known = new Set(certification.map(({ id }) => id));
    const owners = new Map<string, string>();
    for (const { id, related, relations = [], after = [], former_ids = [] } of certification) {
      const where = placeOf('certification', id);
      for (const other of new Set([...related, ...relations.map((one) => one.id), ...after])) {
        if (!known.has(other)) yield { where, message: `related ${other} does not exist; mend or remove it` };
        if (other === id) yield { where, message: 'is related to itself; remove that' };
      }
      const pairs = relations.map((one) => `${one.type} ${one.id}`);
      for (const pair of new Set(pairs.filter((one, i) => pairs.indexOf(one) < i))) {
        yield { where, message: `relation ${pair} stands twice; remove one` };
      }
      for (const former of former_ids) {
        const owner = known.has(former) ? former : owners.get(former);
        if (owner !== undefined) yield { where, message: `former id ${former} belongs to ${owner} too` };
        owners.set(former, id);
      }
    }
  },
};

/** Neither a relation nor what waits for what leads back to where it began, and nothing waits for a later place. */
export const circularRequirements: DatasetCheck = {
  name: 'circular-requirements',
  *check({ records: { certification } }) {
    for (const type of relationTypes) {
      yield* circles(certification, type, ({ relations = [] }) =>
        relations.filter((one) => one.type === type).map(({ id }) => id),
      );
    }
    yield* circles(certification, 'after', ({ after = [] }) => after);
    const byId = new Map(certification.map((one) => [one.id, one]));
    for (const requirement of certification) {
      for (const id of requirement.after ?? []) {
        const other = byId.get(id);
        if (other === undefined || other === requirement || phaseOrder(other) < phaseOrder(requirement))
          continue;
        const where = placeOf('certification', requirement.id);
        yield { where, message: `comes after ${id}, whose phase and place are not before its own` };
      }
    }
  },
};

function* circles(
  certification: Requirements,
  name: string,
  next: (one: Certification) => readonly string[],
): ReturnType<DatasetCheck['check']> {
  const byId = new Map(certification.map((one) => [one.id, one]));
  for (const { id } of certification) {
    const reached = new Set<string>(next(byId.get(id) as Certification));
    for (const other of reached) {
      const found = byId.get(other);
      for (const further of found === undefined ? [] : next(found)) reached.add(further);
    }
    if (reached.has(id)) {
      yield {
        where: placeOf('certification', id),
        message: `${name} leads back to itself; break the circle`,
      };
    }
  }
}

/** What a record says of its standing, dates and fees agrees with the rest of it. */
export const consistentRequirements: DatasetCheck = {
  name: 'consistent-requirements',
  *check({ records: { certification } }) {
    for (const requirement of certification) {
      for (const message of contradictionsIn(requirement)) {
        yield { where: placeOf('certification', requirement.id), message };
      }
    }
  },
};

function* contradictionsIn(requirement: Certification): Generator<string> {
  const { document, standing = [], relations = [], applies_from, applies_until, checklist } = requirement;
  if (applies_from !== undefined && applies_until !== undefined && applies_from > applies_until) {
    yield 'applies_from is after applies_until; swap or mend them';
  }
  for (const { name, from, until, source } of requirement.fees ?? []) {
    if (until !== undefined && from > until) yield `fee ${name}: from is after until; swap or mend them`;
    if (!requirement.sources.some(({ url }) => url === source)) yield `fee ${name}: ${source} is no source`;
  }
  const presumes = relations.some(({ type }) => type === 'gives_presumption_with');
  const isHarmonised = standing.some(({ scheme, force }) => scheme === 'EU' && force === 'harmonised');
  if (presumes !== isHarmonised) {
    yield 'standing EU harmonised and relation gives_presumption_with need each other';
  }
  const steps = checklist.flatMap(({ phase }) => (phase === undefined ? [] : [phases.indexOf(phase)]));
  if (steps.some((step, i) => step < (steps[i - 1] ?? 0)))
    yield 'the steps are not in the order of their phases';
  if (document === 'standard' && applies_from !== undefined) {
    yield 'a standard counts with a scheme from a day on; put applies_from into its standing as since';
  }
  if (document === 'standard' && standing.length === 0) {
    yield 'a standard has no standing with any scheme; say with which it counts';
  }
}

/** A standard has 5 to 15 steps, each with its phase and the evidence asked for. */
export const completeStandards: DatasetCheck = {
  name: 'complete-standards',
  *check({ records: { certification } }) {
    for (const { id, document, checklist } of certification) {
      if (document !== 'standard') continue;
      const lacking = [
        ...(checklist.length < 5 || checklist.length > 15 ? ['5 to 15 steps'] : []),
        ...(checklist.some(({ evidence }) => evidence === undefined) ? ['evidence of each step'] : []),
        ...(checklist.some(({ phase }) => phase === undefined) ? ['the phase of each step'] : []),
      ];
      if (lacking.length === 0) continue;
      yield {
        where: placeOf('certification', id),
        message: `lacks ${lacking.join(', ')}; add what is missing`,
      };
    }
  },
};

import { type Kind, kinds } from '../../../kinds/kinds.ts';
import { byCodePoint, canonicalLine, fileOf } from '../canonical.ts';
import type { DatasetCheck, Finding } from './check.ts';

/** Each line is the one canonical form of its record. Lines that are no record are the schema's fault. */
export const canonicalLines: DatasetCheck = {
  name: 'canonical-lines',
  scope: kinds,
  *check({ lines }) {
    for (const kind of kinds) {
      for (const [index, line] of lines[kind].entries()) {
        const wanted = canonicalForm(kind, line);
        if (wanted !== undefined && wanted !== line)
          yield finding(kind, index, 'rewrite it as compact JSON with the keys in the order of the schema');
      }
    }
  },
};

/** Lines stand in the order of their ids, so that a change is a small diff. */
export const sortedLines: DatasetCheck = {
  name: 'sorted-lines',
  scope: kinds,
  *check({ records }) {
    for (const kind of kinds) {
      let last = '';
      for (const { id } of records[kind]) {
        if (byCodePoint(last, id) > 0) {
          yield {
            where: `${fileOf(kind)}:${id}`,
            message: `stands after ${last}; sort the lines by id, by code point`,
          };
        }
        last = id;
      }
    }
  },
};

function finding(kind: Kind, index: number, what: string): Finding {
  return { where: `${fileOf(kind)}:${index + 1}`, message: `is not in canonical form; ${what}` };
}

function canonicalForm(kind: Kind, line: string): string | undefined {
  try {
    return canonicalLine(kind, JSON.parse(line));
  } catch {
    return undefined;
  }
}

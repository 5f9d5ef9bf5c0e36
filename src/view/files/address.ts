import type { Asked } from '../../tools/show/shape.ts';

/**
 * The query of the service's address under which the answer to these arguments of `show` stands, such as
 * `?view=compare&ids=spot,unitree-go2`: lists of ids and features are parted by commas, `arguments` are JSON.
 */
export function addressOf(asked: Asked): string {
  const params = Object.entries(asked).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return [[name, value.join(',')]];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : value]];
  });
  return `?${new URLSearchParams(params)}`;
}

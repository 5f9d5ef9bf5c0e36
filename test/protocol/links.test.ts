import { describe, expect, it } from 'vitest';
import { robot } from '../../src/kinds/robots/robot.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';

const catalogue = await fullCatalogue();

describe('links of a robot', () => {
  it('lead from its whole record to its description, its driver and its SDK', () => {
    const links = catalogue.find('robots', 'unitree-go2')?.links ?? [];
    expect(links.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['urdf', 'mjcf', 'driver', 'sdk']));
    expect(links.find(({ kind }) => kind === 'mjcf')).toMatchObject({ license: 'BSD-3-Clause' });
  });

  it('have a kind and a web address, or are refused', () => {
    const { links } = robot.shape;
    expect(links.safeParse([{ kind: 'urdf', url: 'https://example.org/robot.urdf' }]).success).toBe(true);
    expect(links.safeParse([{ kind: 'picture', url: 'https://example.org/robot.png' }]).success).toBe(false);
    expect(links.safeParse([{ kind: 'driver', url: 'ros2 run driver' }]).success).toBe(false);
    expect(links.safeParse([]).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { robot, unverifiedIn } from '../../src/kinds/robots/robot.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';

const catalogue = await fullCatalogue();

describe('what nobody has read again', () => {
  it('is told with the whole record of a robot, beside the evidence for the rest', () => {
    const found = catalogue.find('robots', 'turtlebot-4');
    expect(found?.evidence?.['specs.mass_kg']).toMatchObject({ as_stated: 'Weight: 3945 g' });
    expect(found && unverifiedIn(found)).toEqual(['status']);
  });

  it('names every fact of a robot without evidence', () => {
    const found = catalogue.find('robots', 'roomba-205-combo');
    expect(found && unverifiedIn(found)).toEqual(expect.arrayContaining(['status', 'price']));
  });
});

describe('links of a robot', () => {
  it('lead from its whole record to its description, its driver and its SDK, and have kinds', () => {
    const links = catalogue.find('robots', 'unitree-go2')?.links ?? [];
    expect(links.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['urdf', 'mjcf', 'driver', 'sdk']));
    expect(robot.shape.links.safeParse([{ kind: 'picture', url: 'https://example.org/a' }]).success).toBe(
      false,
    );
  });
});

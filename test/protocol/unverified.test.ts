import { describe, expect, it } from 'vitest';
import { unverifiedIn } from '../../src/kinds/robots/robot.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';

const catalogue = await fullCatalogue();

describe('what nobody has read again', () => {
  it('is told with the whole record of a robot, beside the evidence for the rest', () => {
    const robot = catalogue.find('robots', 'turtlebot-4');
    expect(robot?.evidence?.['specs.mass_kg']).toMatchObject({ as_stated: 'Weight: 3945 g' });
    expect(robot && unverifiedIn(robot)).toEqual(['status']);
  });

  it('names every fact of a robot without evidence', () => {
    const robot = catalogue.find('robots', 'roomba-205-combo');
    expect(robot && unverifiedIn(robot)).toEqual(expect.arrayContaining(['status', 'price']));
  });
});

import { describe, expect, it } from 'vitest';
import everyday from '../../../dataset/taxonomy/everyday.json' with { type: 'json' };
import keywords from '../../../dataset/taxonomy/keywords.json' with { type: 'json' };
import synonyms from '../../../dataset/taxonomy/synonyms.json' with { type: 'json' };
import {
  everydayIn,
  everydayMeanings,
  keywordAliasesOf,
  synonymsOf,
} from '../../../src/kinds/vocabularies/phrases.ts';
import { findVenues } from '../../../src/kinds/vocabularies/venues.ts';
import { stems } from '../../../src/text/fold.ts';
import { rawRecords } from '../../helpers/raw-records.ts';

describe('everyday.json', () => {
  it('leads from what people say to words of the field', () => {
    expect(everydayMeanings(stems('take the bins out'))).toContainEqual(['household']);
    expect(everydayMeanings(stems('burger flipper'))).toContainEqual(['cooking']);
    expect(everydayMeanings(stems('household'))).toEqual([]);
  });

  it('is understood in any form and order, a few words apart', () => {
    const meanings = (text: string) => everydayIn(stems(text)).flatMap(({ meanings }) => meanings);
    const harvesting = ['harvesting'];
    expect(meanings('picks fruit')).toContainEqual(harvesting);
    expect(meanings('machines for picking the ripe fruit')).toContainEqual(harvesting);
    expect(meanings('pick a robot that sorts and packs cans of fruit')).not.toContainEqual(harvesting);
    // Every question about robots has the word: it tells nothing apart from others.
    expect(meanings('robots for spine surgery')).not.toContainEqual(['actuator']);
  });

  it('says each phrase once', () => {
    const said = everyday.groups.flatMap(({ say }) => say);
    expect(said.filter((phrase, i) => said.indexOf(phrase) !== i)).toEqual([]);
  });
});

describe('synonyms.json and keywords.json', () => {
  it('name something else for every phrase', () => {
    const alone = [...synonyms.groups, ...keywords.groups].filter((group) => new Set(group).size < 2);
    expect(alone).toEqual([]);
  });

  it('keep what a trade calls its parts apart from the words of a text', () => {
    expect(keywordAliasesOf(stems('agritech'))).toContainEqual(['farm', 'robot']);
    expect(synonymsOf(stems('agritech'))).toEqual([]);
    expect(synonymsOf(stems('aluminum'))).toEqual([['aluminium']]);
  });
});

describe('findVenues', () => {
  it('knows every venue of the data by its own name', () => {
    const venues = rawRecords('publications').flatMap(
      (paper) => (paper as { journal?: string }).journal ?? [],
    );
    expect([...new Set(venues)].filter((venue) => !findVenues(venue).includes(venue))).toEqual([]);
  });

  it.each([
    ['The International Journal of Robotics Research', 'IJRR'],
    ['Int. J. Robot. Res.', 'IJRR'],
    ['Proceedings of the 37th IEEE International Conference on Robotics and Automation (ICRA)', 'ICRA'],
    ['IEEE/RSJ Int. Conf. on Intelligent Robots and Systems', 'IROS'],
    ['Robotics: Science & Systems', 'RSS'],
    ['IEEE Robot. Autom. Lett.', 'RA-L'],
    ['Journal of Robotic Systems', 'Journal of Field Robotics'],
    ['Nature', 'Nature'],
    ['Cell', undefined],
    ['', undefined],
  ])('%s is %s', (text, venue) => {
    expect(findVenues(text)).toEqual(venue === undefined ? [] : [venue]);
  });
});

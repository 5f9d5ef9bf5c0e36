import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { compact, fold, singular, slugify, stems, words } from '../../src/text/fold.ts';

describe('fold', () => {
  it.each([
    ['Müller', 'muller'],
    ['MULLER', 'muller'],
    ['Łukasz', 'lukasz'],
    ['Ødegård', 'odegard'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Æther œuvre', 'aether oeuvre'],
    ['Đặng Nguyễn', 'dang nguyen'],
    ['Þór', 'thor'],
    ['Işık', 'isik'],
    ['İstanbul', 'istanbul'],
    ['ＵＲ１０ｅ', 'ur10e'],
    ['ﬁnger', 'finger'],
    ['x²', 'x2'],
    ['Plain ASCII, as it stands!', 'plain ascii, as it stands!'],
    ['', ''],
  ])('%s is %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('takes composed and decomposed letters for the same', () => {
    expect(fold('Mu\u0308ller'.normalize('NFD'))).toBe(fold('M\u00fcller'));
  });

  it('changes nothing that is folded already', () => {
    const random = new Random(1);
    for (let i = 0; i < 500; i++) {
      const text = random.word('aZ łØßæÐþİıŉﬁ②ΩΣςйЁ漢ｱ½K\u0301\u00ad-"', 12);
      expect(fold(fold(text)), JSON.stringify(text)).toBe(fold(text));
    }
  });

  it('keeps the letters of other scripts', () => {
    expect(words(fold('機器人 Робот'))).toEqual(['機器人', 'робот']);
  });
});

describe('compact', () => {
  it.each(['UR 10e', 'ur-10E', 'UR10e', ' U.R. 10-E '])('%s is ur10e', (text) => {
    expect(compact(text)).toBe('ur10e');
  });

  it('is empty for punctuation', () => {
    expect(compact('"-*()')).toBe('');
  });
});

describe('slugify', () => {
  it.each([
    ['Da Vinci 5', 80, 'da-vinci-5'],
    ['Łódź & Gdańsk', 80, 'lodz-gdansk'],
    ['one two three', 8, 'one-two'],
    ['unbreakable', 5, ''],
    ['機器人', 80, ''],
  ])('%s within %i is %j', (text, max, slug) => {
    expect(slugify(text, max)).toBe(slug);
  });
});

describe('singular', () => {
  it.each([
    ['arms', 'arm'],
    ['assemblies', 'assembly'],
    ['dies', 'die'],
    ['switches', 'switch'],
    ['buses', 'buse'],
    ['axes', 'ax'],
    ['robotics', 'robotics'],
    ['atlas', 'atlas'],
    ['lens', 'lens'],
    ['bus', 'bus'],
    ['gas', 'gas'],
    ['amrs', 'amr'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['kinematics', 'kinematics'],
    ['apparatus', 'apparatus'],
    ['wireless', 'wireless'],
    ['analysis', 'analysis'],
    ['gps', 'gps'],
  ])('%s is %s', (word, one) => {
    expect(singular(word)).toBe(one);
  });

  it('gives a word and its plural the same form, which is what matching needs', () => {
    for (const [one, many] of [
      ['robot', 'robots'],
      ['battery', 'batteries'],
      ['gripper', 'grippers'],
      ['wrench', 'wrenches'],
      ['drone', 'drones'],
      ['vehicle', 'vehicles'],
    ] as const) {
      expect(singular(many)).toBe(singular(one));
    }
  });
});

describe('stems', () => {
  it('folds, splits and makes singular', () => {
    expect(stems('Soft-Robot Händs')).toEqual(['soft', 'robot', 'hand']);
  });

  it('is empty for punctuation', () => {
    expect(stems('"-*"')).toEqual([]);
  });
});

it('finds in ASCII the words that it finds there beside other letters', () => {
  const random = new Random(5);
  for (let round = 0; round < 500; round++) {
    const text = random.word('aBz09-_ .,:@[`{/', 1 + random.below(12));
    expect([...words(text), 'β'], text).toEqual(words(`${text} β`));
    expect(`${compact(text)}β`, text).toBe(compact(`${text} β`));
  }
});

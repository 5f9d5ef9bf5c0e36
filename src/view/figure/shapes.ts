/** Outlines in a square of 1 by 1, feet on its lower edge, to be stretched to the size of what they stand for. */
const OUTLINES = {
  person:
    'M.5 0C.6 0 .66 .035 .66 .075S.6 .15 .5 .15 .34 .115 .34 .075 .4 0 .5 0ZM.3 .17H.7C.85 .17 .93 .2 .95 .28L1 .53H.84L.76 .3V.56L.72 1H.54L.5 .6 .46 1H.28L.24 .56V.3L.16 .53H0L.05 .28C.07 .2 .15 .17 .3 .17Z',
  humanoid:
    'M.37 0H.63V.14H.55V.17H.8L.95 .22 1 .38 .96 .56H.84V.4L.78 .27V.47L.72 .54 .74 .76 .7 .95H.78V1H.54V.95L.56 .76 .51 .57H.49L.44 .76 .46 .95V1H.22V.95H.3L.26 .76 .28 .54 .22 .47V.27L.16 .4V.56H.04L0 .38 .05 .22 .2 .17H.45V.14H.37Z',
  quadruped:
    'M0 .12H.14L.2 .2H.86L1 .1V.2L.92 .42 .86 .5 .94 .72 .88 1H.8L.84 .74 .72 .48H.34L.26 .72 .32 1H.24L.14 .74 .22 .46 .14 .34 0 .3Z',
  arm: 'M0 1V.88H.03V.42L.08 .34 .36 0 .44 .03 .98 .36 1 .5 .94 .46 .9 .4 .41 .13 .17 .46 .16 .88H.2V1Z',
  drone:
    'M0 .1H.34V.2H.2V.4H.38L.44 .3H.56L.62 .4H.8V.2H.66V.1H1V.2H.86V.5L.66 .62 .74 1H.68L.58 .66H.42L.32 1H.26L.34 .62 .14 .5V.2H0Z',
  wheeled: 'M.05 0H.95L1 .1V.82H.9A.12 .14 0 0 1 .68 .82H.32A.12 .14 0 0 1 .1 .82H0V.1Z',
  flat: 'M.12 .1H.3V0H.6V.1H.88C.96 .1 1 .3 1 .55S.97 .9 .92 .9H.8V1H.68V.9H.32V1H.2V.9H.08C.03 .9 0 .8 0 .55S.04 .1 .12 .1Z',
  tall: 'M.2 0H.8L.86 .04V.2L.78 .26V.3H.9L1 .9V1H0V.9L.1 .3H.22V.26L.14 .2V.04Z',
  torpedo: 'M0 .5C.02 .2 .1 .1 .3 .1H.8L.92 0V.3L1 .2V.8L.92 .7V1L.8 .9H.3C.1 .9 .02 .8 0 .5Z',
  hull: 'M.3 .1H.34V0H.4V.1H.62V.45H1L.9 1H.12L0 .45H.3Z',
} as const;

export type Outline = keyof typeof OUTLINES;

/** The outline as a path of a drawing. */
export function pathOf(outline: Outline): string {
  return OUTLINES[outline];
}

/** How a category is drawn: its outline, and the breadth of it to its height where only one of them is known. */
interface Drawn {
  readonly outline: Outline;
  /** Left out where bodies differ too much for one measure to stand for the other. */
  readonly ratio?: number;
}

const arm: Drawn = { outline: 'arm', ratio: 1.25 };
const wheeled: Drawn = { outline: 'wheeled' };
const flat: Drawn = { outline: 'flat' };
const tall: Drawn = { outline: 'tall', ratio: 0.4 };

/** Categories of which a box on wheels says what they are. */
const WHEELED = ['amr', 'delivery', 'warehouse', 'security', 'agricultural'];

const byCategory: Readonly<Record<string, Drawn>> = {
  humanoid: { outline: 'humanoid', ratio: 0.36 },
  quadruped: { outline: 'quadruped', ratio: 1.3 },
  wheeled_legged: { outline: 'quadruped', ratio: 1.3 },
  industrial_arm: arm,
  cobot: arm,
  drone: { outline: 'drone', ratio: 2.6 },
  ...Object.fromEntries(WHEELED.map((category) => [category, wheeled])),
  home_cleaning: flat,
  lawn_garden: flat,
  pool_cleaning: flat,
  underwater: { outline: 'torpedo', ratio: 4 },
  surface_vessel: { outline: 'hull', ratio: 3 },
  telepresence: tall,
  companion: tall,
  hospitality: tall,
  mobile_manipulator: tall,
};

/** True for a category that its outline tells from most others. */
export function hasOwnOutline(category: string): boolean {
  return category in byCategory;
}

/** How robots of a category are drawn: as a box on wheels unless told. */
export function drawnAs(category: string): Drawn {
  return byCategory[category] ?? wheeled;
}

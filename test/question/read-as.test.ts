import { expect, it } from 'vitest';
import { explainQuestion } from '../../src/question/explain.ts';
import { readQuestion } from '../../src/question/read.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue } = await fullTools();

it.each([
  ['robots', 'all humanoids but Figure', 'category humanoid; not manufacturer Figure AI'],
  ['robots', 'drones, every country but China', 'category drone; not country CN'],
  ['startups', 'French startups, any stage but seed', 'country FR; not stage seed'],
  ['robots', 'any cobot but under 20 kg', 'category cobot; mass_kg under 20'],
  ['robots', 'robot dogs not counting Unitree', 'category quadruped; not manufacturer Unitree Robotics'],
  ['robots', 'drones excl. DJI', 'category drone; not manufacturer DJI'],
  ['startups', 'startups without participation of Germany', 'not country DE'],
  [
    'news',
    "acquisitions that don't concern Japan",
    'topic acquisition or text "acquisition"; not country JP',
  ],
  ['robots', 'cobots with a payload of 3 kg to 6 kg', 'category cobot; payload_kg from 3 to 6'],
  ['robots', 'drones from 500 g to 2 kg', 'category drone; mass_kg from 0.5 to 2'],
  ['startups', 'raised over $30m in 2024', 'funding_usd over 30000000; last_round 2024'],
  [
    'startups',
    'series B of at least 20m dollars in 2025',
    'stage series_b; funding_usd from 20000000; last_round 2025',
  ],
  ['startups', 'founded in 2018 and raised 10 million', 'founded 2018; funding_usd from 10000000'],
  ['startups', 'startups whose last round was over $60M', 'funding_usd over 60000000'],
  [
    'publications',
    'ICRA 2021 or ICRA 2022 papers on grasping',
    '(journal ICRA and published 2021) or (journal ICRA and published 2022)',
  ],
  [
    'challenges',
    'welding contests or farming contests',
    '(text "welding" and kind competition) or (text "farming" and kind competition)',
  ],
  [
    'manufacturers',
    'torque sensors or encoders from Japan',
    '(text "torque" and text "sensors") or text "encoders"; country JP',
  ],
  [
    'certification',
    'FDA procedures that are not voluntary',
    'scheme FDA; document procedure; not obligation voluntary',
  ],
  ['certification', 'UL standards published after 2020', 'scheme UL; document standard; published from 2021'],
  ['certification', 'what standards apply to a cobot', 'robot_category cobot'],
  ['certification', 'EU laws in the design phase', 'scheme EU; document law; in_phase design'],
  ['challenges', 'yearly competitions', 'recurrence annual; kind competition'],
  ['challenges', 'competitions that take place in 2027', 'kind competition; event_date 2027'],
  ['challenges', 'grants with a deadline in 2027', 'kind grant; deadline 2027'],
  ['robots', '日本製ではない掃除ロボット', 'not country JP; category home_cleaning'],
  ['robots', 'ROVs going below 3000 m', 'category underwater; depth_m over 3000'],
  ['robots', 'ROVs with a depth below 300 m', 'category underwater; depth_m under 300'],
  ['robots', 'cobots with a reach longer than 50 inches', 'category cobot; reach_mm over 1270'],
  ['robots', 'drones, Chinese ones left out', 'category drone; not country CN'],
  ['robots', 'humanoids you can actually order today', 'category humanoid; status available or preorder'],
  ['publications', 'SLAM cited at least 500 times', 'citations from 500'],
  ['publications', 'grasping, 2022 thru 2024', 'published from 2022 to 2024'],
  [
    'publications',
    'ETH Zurich papers on planning for dexterous hands or for legs',
    'affiliation ETH Zurich; (text "dexterous" and text "hands") or text "legs"',
  ],
  [
    'news',
    'MIT, Stanford or Google since 2025',
    'entity MIT or text "Stanford" or entity Google; date from 2025',
  ],
  ['news', 'Figure AI', 'entity Figure'],
  ['news', 'Unitree Robotics since 2025', 'entity Unitree Robotics or Unitree; date from 2025'],
  ['news', 'IEEE Spectrum', 'outlet IEEE Spectrum'],
  [
    'manufacturers',
    'open hardware, humanoid or arm or quadruped',
    'text "humanoid" or text "arm" or text "quadruped"',
  ],
] as const)('%s: reads "%s"', (kind, query, said) => {
  const makers = catalogue.store('manufacturers');
  const question = readQuestion(kind, query, { store: catalogue.store(kind), makers, today: '2026-11-27' });
  expect(explainQuestion(question)).toBe(`Read as ${said}.`);
});

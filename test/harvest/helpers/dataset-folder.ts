import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodePoint, canonicalLine, fileOf } from '../../../src/data/dataset/canonical.ts';
import { type Kind, kinds } from '../../../src/kinds/kinds.ts';

type Lines = { readonly [K in Kind]?: readonly object[] };

const sources = [{ url: 'https://www.example.org/page', title: 'A page' }];

function maker(id: string, name: string, country: string) {
  return {
    id,
    name,
    country,
    kind: 'robot_maker',
    capabilities: ['robots'],
    description: `Maker of robots that is known by the name of ${name} in all the world.`,
    confidence: 'primary',
    sources,
  };
}

function robot(id: string, name: string, of: ReturnType<typeof maker>, more: object = {}) {
  return {
    id,
    name,
    manufacturer: { id: of.id, name: of.name, country: of.country },
    category: 'surgical',
    tags: [],
    description: `A robot that is called ${name} and is made by ${of.name}, as everybody in the field knows.`,
    status: 'available',
    specs: {},
    certifications: [],
    confidence: 'primary',
    sources,
    ...more,
  };
}

const intuitive = maker('intuitive', 'Intuitive Surgical', 'US');
const unitree = maker('unitree', 'Unitree Robotics', 'CN');
const figure = maker('figure', 'Figure AI', 'US');

/** A small dataset of every kind that keeps to all checks. */
export const smallRecords: Lines = {
  manufacturers: [intuitive, unitree, figure],
  robots: [
    robot('da-vinci-5', 'da Vinci 5', intuitive, {
      certifications: [
        {
          scheme: 'FDA',
          status: 'cleared',
          identifier: 'K232610',
          source: 'https://www.example.org/K232610',
        },
      ],
    }),
    robot('da-vinci-x', 'da Vinci X', intuitive),
    robot('unitree-g1', 'G1', unitree, {
      certifications: [
        {
          scheme: 'FCC',
          status: 'certified',
          identifier: '2AZ2N-GO1',
          source: 'https://www.example.org/go1',
        },
      ],
    }),
  ],
  publications: [
    {
      id: 'arxiv-2401-02117',
      aliases: ['2401.02117'],
      title: 'Mobile ALOHA: Learning Bimanual Mobile Manipulation',
      authors: ['Zipeng Fu', 'Tony Z. Zhao'],
      published: '2024-01',
      year: 2024,
      categories: ['cs.RO'],
      arxiv_id: '2401.02117',
      url: 'https://arxiv.org/abs/2401.02117',
      sources: [{ url: 'https://arxiv.org/abs/2401.02117', title: 'arXiv' }],
    },
  ],
  startups: [],
  news: [],
  challenges: [],
  certification: [],
};

/** Writes a dataset folder of 20 November 2026. */
export async function writeDatasetFolder(dir: string, records: Lines = smallRecords): Promise<string> {
  await mkdir(dir, { recursive: true });
  for (const kind of kinds) {
    const list = [...(records[kind] ?? [])] as { id: string }[];
    list.sort((a, b) => byCodePoint(a.id, b.id));
    await writeFile(
      join(dir, fileOf(kind)),
      list.map((record) => `${canonicalLine(kind, record)}\n`).join(''),
    );
  }
  await writeFile(join(dir, 'VERSION'), '{ "version": "2026.11.20", "date": "2026-11-20" }\n');
  return dir;
}

/** The records of one file of a dataset folder. */
export async function readKind(dir: string, kind: Kind): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(dir, fileOf(kind)), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

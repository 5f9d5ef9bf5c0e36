import { crc32 } from 'node:zlib';
import { zlibSync } from 'fflate';

const SIZE = 512;
/** Each pixel is looked at in so many places squared: smooth edges. */
const SAMPLES = 3;

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
const NOTHING: Colour = [0, 0, 0, 0];
const GROUND: Colour = [24, 62, 104, 255];
const HEAD: Colour = [238, 243, 248, 255];
const LIGHT: Colour = [255, 170, 40, 255];

/** The bundle's icon, a robot's head, as a PNG file. */
export function drawIcon(): Uint8Array {
  // One byte before each row says that it is not filtered.
  const rows = new Uint8Array(SIZE * (1 + SIZE * 4));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) rows.set(pixel(x, y), y * (1 + SIZE * 4) + 1 + x * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6], 8);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Buffer.concat([
    Buffer.from(signature),
    chunk('IHDR', header),
    // Not Node's zlib, whose output differs from version to version.
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The mean of what a pixel covers, its colour weighed by its opacity. */
function pixel(x: number, y: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let index = 0; index < SAMPLES ** 2; index += 1) {
    const across = x + ((index % SAMPLES) + 0.5) / SAMPLES;
    const down = y + (Math.floor(index / SAMPLES) + 0.5) / SAMPLES;
    const [red, green, blue, alpha] = colourAt(across, down);
    for (const [place, value] of [red * alpha, green * alpha, blue * alpha, alpha].entries())
      sum[place] = (sum[place] ?? 0) + value;
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
  if (alpha === 0) return [...NOTHING];
  return [red / alpha, green / alpha, blue / alpha, alpha / SAMPLES ** 2].map(Math.round);
}

function colourAt(x: number, y: number): Colour {
  if (!inBox(x, y, [16, 16, 496, 496], 96)) return NOTHING;
  if (inDisc(x, y, 256, 104, 26)) return LIGHT;
  if (inBox(x, y, [247, 120, 265, 176], 4)) return HEAD;
  if (inBox(x, y, [76, 236, 104, 324], 14) || inBox(x, y, [408, 236, 436, 324], 14)) return HEAD;
  if (!inBox(x, y, [116, 168, 396, 396], 56)) return GROUND;
  if (inDisc(x, y, 196, 258, 14) || inDisc(x, y, 316, 258, 14)) return LIGHT;
  if (inDisc(x, y, 196, 258, 34) || inDisc(x, y, 316, 258, 34)) return GROUND;
  return inBox(x, y, [188, 330, 324, 352], 11) ? GROUND : HEAD;
}

function inDisc(x: number, y: number, centreX: number, centreY: number, radius: number): boolean {
  return Math.hypot(x - centreX, y - centreY) <= radius;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A box with round corners. */
function inBox(x: number, y: number, [left, top, right, bottom]: Box, radius: number): boolean {
  const nearX = Math.min(Math.max(x, left + radius), right - radius);
  const nearY = Math.min(Math.max(y, top + radius), bottom - radius);
  return inDisc(x, y, nearX, nearY, radius);
}

import type { Figure } from '../../tools/show/shape.ts';
import { drawnAs, type Outline } from './shapes.ts';

/** A figure as it is drawn, in centimetres. */
export interface Measured {
  readonly outline: Outline;
  readonly width: number;
  readonly height: number;
  /** Which of its measures is known, in words: `132 cm high`. */
  readonly said: string;
}

export const PERSON: Measured = { outline: 'person', width: 54, height: 175, said: '1.75 m' };

/** How large a robot is drawn; undefined where too little is known of it. */
export function measured(figure: Figure): Measured | undefined {
  const { outline, ratio } = drawnAs(figure.category);
  if (outline === 'arm') return ofReach(figure.reach_mm, ratio);
  const height = sizeOf(figure.height_cm);
  const length = sizeOf(figure.length_cm);
  // Who stands upright is seen from the front: the length of a humanoid is its depth.
  const across = outline === 'humanoid' ? sizeOf(figure.width_cm) : (length ?? sizeOf(figure.width_cm));
  const said = spanText(height, across, across === length ? 'long' : 'wide');
  if (height !== undefined && across !== undefined) return { outline, width: across, height, said };
  if (ratio === undefined) return undefined;
  if (height !== undefined) return { outline, width: height * ratio, height, said };
  return across === undefined ? undefined : { outline, width: across, height: across / ratio, said };
}

function spanText(height: number | undefined, across: number | undefined, direction: string): string {
  const parts = [
    ...(height === undefined ? [] : [`${inWords(height)} high`]),
    ...(across === undefined ? [] : [`${inWords(across)} ${direction}`]),
  ];
  return parts.join(', ');
}

function ofReach(reach_mm: number | undefined, ratio = 1): Measured | undefined {
  const reach = sizeOf(reach_mm);
  if (reach === undefined) return undefined;
  const width = reach / 10;
  return { outline: 'arm', width, height: width / ratio, said: `reaches ${inWords(width)}` };
}

function sizeOf(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** `132 cm`, `2.1 m`. */
function inWords(centimetres: number): string {
  return centimetres < 200
    ? `${Math.round(centimetres * 10) / 10} cm`
    : `${(Math.round(centimetres) / 100).toLocaleString('en-US')} m`;
}

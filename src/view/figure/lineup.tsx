import type { Figure } from '../../tools/show/shape.ts';
import { type Measured, measured, PERSON } from './measure.ts';
import { pathOf } from './shapes.ts';

/** In pixels of the drawing. */
const TALLEST = 190;
const WIDEST = 860;
const GAP = 26;
/** A name below needs so much. */
const SLOT = 116;
const TOP = 6;
const BELOW = 40;
const CHARACTERS = 15;

interface LineupProps {
  readonly figures: readonly {
    readonly id: string;
    readonly name: string;
    readonly figure?: Figure | undefined;
  }[];
}

interface Placed extends Measured {
  readonly name: string;
}

/** Silhouettes on one floor beside a person of 1.75 m, all to one scale; nothing of whom too little is known. */
export function Lineup({ figures }: LineupProps) {
  const known = figures.flatMap(({ name, figure }): Placed[] => {
    const one = figure === undefined ? undefined : measured(figure);
    return one === undefined ? [] : [{ ...one, name }];
  });
  if (known.length === 0) return null;
  const all: readonly Placed[] = [{ ...PERSON, name: 'a person' }, ...known];
  const scale = scaleOf(all);
  const slots = all.map(({ width }) => Math.max(SLOT, width * scale));
  const total = slots.reduce((sum, slot) => sum + slot, 0) + GAP * (all.length - 1);
  const floor = TOP + Math.max(...all.map(({ height }) => height * scale));
  const left = figures.length - known.length;
  let x = 0;
  return (
    <figure class="lineup">
      <svg
        viewBox={`0 0 ${round(total)} ${round(floor + BELOW)}`}
        width={round(total)}
        role="img"
        aria-label={`To scale: ${all.map(({ name, said }) => `${name}, ${said}`).join('; ')}.`}
      >
        {all.map((one, index) => {
          const slot = slots[index] ?? SLOT;
          const middle = x + slot / 2;
          x += slot + GAP;
          const [wide, tall] = [one.width * scale, one.height * scale];
          return (
            <g key={`${index} ${one.name}`} class={index === 0 ? 'person' : undefined}>
              <path
                d={pathOf(one.outline)}
                transform={`translate(${round(middle - wide / 2)} ${round(floor - tall)}) scale(${round(wide)} ${round(tall)})`}
              />
              <text x={round(middle)} y={round(floor + 16)} text-anchor="middle">
                {shortened(one.name)}
              </text>
              <text x={round(middle)} y={round(floor + 31)} text-anchor="middle" class="size">
                {shortened(one.said)}
              </text>
            </g>
          );
        })}
        <line x1="0" x2={round(total)} y1={round(floor)} y2={round(floor)} />
      </svg>
      <figcaption class="soft">
        Drawn to scale from{' '}
        {all
          .slice(1)
          .map(({ name, said }) => `${name}: ${said}`)
          .join('; ')}
        . Outlines stand for the category.
        {left > 0 && ` ${left === 1 ? 'One is' : `${left} are`} not drawn: too little is known of the size.`}
      </figcaption>
    </figure>
  );
}

/** As large as height and breadth of the drawing allow. */
function scaleOf(all: readonly Measured[]): number {
  const tallest = Math.max(...all.map(({ height }) => height));
  const breadth = all.reduce((sum, { width }) => sum + width, 0);
  return Math.min(TALLEST / tallest, (WIDEST - GAP * (all.length - 1)) / breadth);
}

function shortened(text: string): string {
  return text.length <= CHARACTERS ? text : `${text.slice(0, CHARACTERS - 1).trimEnd()}…`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

import { drawnAs, hasOwnOutline, pathOf } from './shapes.ts';

/** Heights of the outlines of some shapes beside their breadth, so that a small picture is not stretched. */
const SQUASHED: Readonly<Record<string, readonly [width: number, height: number]>> = {
  humanoid: [0.42, 1],
  tall: [0.46, 1],
  flat: [1, 0.42],
  drone: [1, 0.5],
  torpedo: [1, 0.4],
  hull: [1, 0.5],
};

/** A small outline that stands for a category; nothing for one that it would not tell from others. */
export function CategoryIcon({ category }: { readonly category: string }) {
  if (!hasOwnOutline(category)) return null;
  const { outline } = drawnAs(category);
  const [width, height] = SQUASHED[outline] ?? [0.95, 0.8];
  return (
    <svg class="icon-of" viewBox="0 0 1 1" width="26" height="26" aria-hidden="true">
      <path
        d={pathOf(outline)}
        transform={`translate(${(1 - width) / 2} ${1 - height}) scale(${width} ${height})`}
      />
    </svg>
  );
}

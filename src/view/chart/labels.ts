/** A point of a drawing, in its pixels, and what stands beside it. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A label where it fits: `anchor` says which end of it stands at the point. */
interface Label extends Spot {
  readonly anchor: 'start' | 'end';
}

const CHARACTER_PX = 6.6;
const LINE_PX = 12;
const GAP_PX = 7;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * As many names as find room: beside their point, between `left` and `right`, over no other name and no other point.
 * Earlier spots go before later ones.
 */
export function placeLabels(
  spots: readonly Spot[],
  { left, right, most }: { readonly left: number; readonly right: number; readonly most: number },
): readonly Label[] {
  const taken: Box[] = spots.map(({ x, y }) => ({ left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 }));
  const labels: Label[] = [];
  for (const spot of spots) {
    if (labels.length === most) break;
    const side = (['start', 'end'] as const).find((anchor) => {
      const box = boxOf(spot, anchor);
      return box.left >= left && box.right <= right && taken.every((other) => !overlaps(box, other));
    });
    if (side === undefined) continue;
    taken.push(boxOf(spot, side));
    labels.push({ ...spot, anchor: side });
  }
  return labels;
}

function boxOf({ x, y, text }: Spot, anchor: 'start' | 'end'): Box {
  const wide = text.length * CHARACTER_PX;
  const left = anchor === 'start' ? x + GAP_PX : x - GAP_PX - wide;
  return { left, right: left + wide, top: y - LINE_PX / 2, bottom: y + LINE_PX / 2 };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * The `limit` first items in order, without sorting the rest: a binary heap whose root is the worst kept.
 * O(n log limit).
 */
export function topOf<T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] {
  const heap: T[] = [];
  if (limit <= 0) return heap;
  for (const item of items) {
    if (heap.length < limit) {
      heap.push(item);
      rise(heap, heap.length - 1, compare);
    } else if (compare(item, heap[0] as T) < 0) {
      heap[0] = item;
      sink(heap, compare);
    }
  }
  return heap.sort(compare);
}

function rise<T>(heap: T[], from: number, compare: (a: T, b: T) => number): void {
  let child = from;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (compare(heap[child] as T, heap[parent] as T) <= 0) return;
    swap(heap, child, parent);
    child = parent;
  }
}

function sink<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const worse = right < heap.length && compare(heap[right] as T, heap[left] as T) > 0 ? right : left;
    if (compare(heap[worse] as T, heap[parent] as T) <= 0) return;
    swap(heap, worse, parent);
    parent = worse;
  }
}

function swap<T>(heap: T[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as T, heap[a] as T];
}

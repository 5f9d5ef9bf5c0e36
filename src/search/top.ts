/** The `limit` first of what it is given: a binary heap whose root is the last kept. */
export class Top<T> {
  private readonly heap: T[] = [];
  private readonly limit: number;
  private readonly compare: (a: T, b: T) => number;

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.limit = limit;
    this.compare = compare;
  }

  /** The last of those kept, once there are as many as are wanted: only what comes before it can still enter. */
  get last(): T | undefined {
    return this.heap.length < this.limit ? undefined : this.heap[0];
  }

  add(item: T): void {
    if (this.heap.length < this.limit) {
      this.heap.push(item);
      this.rise(this.heap.length - 1);
    } else if (this.limit > 0 && this.compare(item, this.heap[0] as T) < 0) {
      this.heap[0] = item;
      this.sink();
    }
  }

  /** What was kept, in order; nothing may be added afterwards. */
  sorted(): T[] {
    return this.heap.sort(this.compare);
  }

  private rise(from: number): void {
    const { heap, compare } = this;
    let child = from;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (compare(heap[child] as T, heap[parent] as T) <= 0) return;
      this.swap(child, parent);
      child = parent;
    }
  }

  private sink(): void {
    const { heap, compare } = this;
    let parent = 0;
    for (;;) {
      const left = 2 * parent + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const isRight = right < heap.length && compare(heap[right] as T, heap[left] as T) > 0;
      const worse = isRight ? right : left;
      if (compare(heap[worse] as T, heap[parent] as T) <= 0) return;
      this.swap(worse, parent);
      parent = worse;
    }
  }

  private swap(a: number, b: number): void {
    const { heap } = this;
    [heap[a], heap[b]] = [heap[b] as T, heap[a] as T];
  }
}

/** The `limit` first items in order, without sorting the rest. O(n log limit). */
export function topOf<T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] {
  const top = new Top(limit, compare);
  for (const item of items) top.add(item);
  return top.sorted();
}

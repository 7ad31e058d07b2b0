/** The items in arrays of at most `size`, in order; where `weigh` says what an item counts for, none begins beyond `size`. */
export function* batchesOf<T>(items: Iterable<T>, size: number, weigh: (item: T) => number = () => 1): Generator<T[]> {
  let batch: T[] = [];
  let weight = 0;
  for (const item of items) {
    batch.push(item);
    weight += weigh(item);
    if (weight < size) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}

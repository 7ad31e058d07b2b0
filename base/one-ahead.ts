/** The same items, each asked for before the one in front of it is worked on. */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = iterator.next();
    // Heard when it is its turn.
    next.catch(() => undefined);
    yield value;
  }
}

import pLimit from "p-limit";

/** Does something with each, so many at a time, begun in their order. After a first failure no further one is begun. */
export async function eachOf<T>(items: readonly T[], atOnce: number, act: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(atOnce);
  let failed = false;
  const guarded = async (item: T): Promise<void> => {
    if (failed) return;
    try {
      await act(item);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  await Promise.all(items.map((item) => limit(() => guarded(item))));
}

/** The same list, for a loop that asserts: over an empty one it would assert nothing. */
export function nonEmpty<List extends readonly unknown[] | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>>(
  list: List,
): List {
  const size = "size" in list ? list.size : list.length;
  if (size === 0) throw new Error("a loop of a test has nothing to go over");
  return list;
}

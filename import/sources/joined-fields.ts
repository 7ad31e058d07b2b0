/** Values by name. A name that comes several times has all its distinct values, joined: the last would otherwise hide the others. */
export function joinedFields(
  pairs: Iterable<readonly [name: string, value: string]>,
  separator = ", ",
): Record<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of pairs) values.set(name, (values.get(name) ?? new Set()).add(value));
  return Object.fromEntries(
    [...values].map(([name, own]) => [name, [...own].filter((value) => value !== "").join(separator)]),
  );
}

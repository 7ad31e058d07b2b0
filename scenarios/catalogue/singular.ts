/** One of what a list or a sheet is called after: `package` of `packages`; a `bus`, a `class` and an `analysis` are one already. */
export function singular(noun: string): string {
  return noun
    .replace(/([^aeious])ies$/, "$1y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^suia])s$/, "$1");
}

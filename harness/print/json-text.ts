/** Members of a shape, at any depth, whose names are not in snake_case. Keys of a `Record` are data and none of them. */
type CamelOf<T> = T extends readonly (infer Element)[]
  ? CamelOf<Element>
  : T extends object
    ? {
        [K in keyof T & string]-?: CamelOf<T[K]> | (string extends K ? never : K extends Lowercase<K> ? never : K);
      }[keyof T & string]
    : never;

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** For each such member its name in snake_case, or its own where that is the name in a file that the user writes. */
export type Names<T> = { readonly [K in CamelOf<T>]: Snake<K> | K };

/** What `--json` prints: members in snake_case as in the records of a run, keys that are data as they are. The compiler asks for every name. */
export function jsonText<T>(value: T, names: Names<NoInfer<T>>): string {
  const known = new Map<string, string>(Object.entries(names));
  const rename = (_key: string, held: unknown): unknown =>
    held !== null && typeof held === "object" && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).map(([name, member]) => [known.get(name) ?? name, member]))
      : held;
  return JSON.stringify(value, rename, 2);
}

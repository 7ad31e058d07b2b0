import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Every path that this process hands to one of Node's file functions until it is disposed. */
export function recordPaths(): Disposable & { paths: ReadonlySet<string> } {
  const paths = new Set<string>();
  const restore = [fs, fs.promises].map((functions) => watch(functions as never, paths));
  syncBuiltinESMExports();
  return {
    paths,
    [Symbol.dispose]() {
      for (const put of restore) put();
      syncBuiltinESMExports();
    },
  };
}

/** Gives what puts the functions back. */
function watch(functions: Record<string, unknown>, paths: Set<string>): () => void {
  const originals = Object.entries(functions).filter(
    ([name, value]) => typeof value === "function" && /^[a-z]/.test(name),
  );
  const apply = (target: object, self: unknown, given: unknown[]): unknown => {
    if (typeof given[0] === "string") paths.add(given[0]);
    return Reflect.apply(target as () => unknown, self, given);
  };
  for (const [name, value] of originals) functions[name] = new Proxy(value as () => unknown, { apply });
  return () => void Object.assign(functions, Object.fromEntries(originals));
}

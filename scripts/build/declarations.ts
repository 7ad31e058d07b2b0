import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Keeps those declarations of a compiled folder that the entries lead to: the rest is nobody's interface, and a sixth of the package. */
export function dropInnerDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const reach = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, target] of readFileSync(path, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
      reach(`${join(dirname(path), target!)}.d.ts`);
  };
  for (const entry of entries) reach(entry);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".d.ts") && !reached.has(join(folder, name))) rmSync(join(folder, name));
}

/** Files that an entry of a package.json names its types by. */
export function typesOf(exported: Readonly<Record<string, string | { types: string }>>): string[] {
  return Object.values(exported).flatMap((entry) => (typeof entry === "string" ? [] : entry.types));
}

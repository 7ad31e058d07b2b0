import { pathToFileURL } from "node:url";

/** What a user's module exports. Where Node strips types by itself, it takes less than all of TypeScript; a module of one's own may have all of it. */
export async function importModule(path: string): Promise<Record<string, unknown>> {
  if (path.endsWith(".ts") && !("Deno" in globalThis)) (await import("tsx/esm/api")).register();
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
}

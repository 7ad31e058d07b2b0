import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { consentTo } from "./consent.ts";

/** Long for what a module may load, short for who waits for one that will never be loaded. */
const LOAD_MS = 20_000;

/** Registered twice, the loader would translate what it has translated. */
let isRegistered = false;

/**
 * What a user's module exports. Where Node strips types by itself, it takes less than all of TypeScript; a module of one's own may have all of it.
 * @throws UserError without consent; whatever the module throws; an error when it has not loaded in time
 */
export async function importModule(path: string, loadMs = LOAD_MS): Promise<Record<string, unknown>> {
  await consentTo([{ type: "imports", path }]);
  const load = path.endsWith(".ts") && !("Deno" in globalThis) ? importTypeScript : importAsItIs;
  const waiting = new AbortController();
  const tooLong = wait(loadMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`not loaded after ${loadMs / 1000} s: does an \`await\` outside of its functions ever end?`);
  });
  try {
    return await Promise.race([load(pathToFileURL(path).href), tooLong]);
  } finally {
    waiting.abort();
    await tooLong.catch(() => undefined);
  }
}

function importAsItIs(url: string): Promise<Record<string, unknown>> {
  return import(url);
}

async function importTypeScript(url: string): Promise<Record<string, unknown>> {
  const { register, tsImport } = await import("tsx/esm/api");
  if (!isRegistered) register();
  isRegistered = true;
  try {
    return await importAsItIs(url);
  } catch (error) {
    if (process.features.typescript || !isTakenForCommonJs(error)) throw error;
    return tsImport(url, import.meta.url); // With copies of what it imports, so it is the second choice.
  }
}

/** As Node 20 and 22 take a module in a folder without a package.json: they read its types as JavaScript, or refuse an import of its own. */
function isTakenForCommonJs(error: unknown): boolean {
  return error instanceof SyntaxError || (error as NodeJS.ErrnoException | null)?.code === "ERR_REQUIRE_CYCLE_MODULE";
}

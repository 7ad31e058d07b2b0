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
  if (path.endsWith(".ts") && !("Deno" in globalThis)) await translateTypeScript();
  const waiting = new AbortController();
  const tooLong = wait(loadMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`not loaded after ${loadMs / 1000} s: does an \`await\` outside of its functions ever end?`);
  });
  try {
    return await Promise.race([import(pathToFileURL(path).href) as Promise<Record<string, unknown>>, tooLong]);
  } finally {
    waiting.abort();
    await tooLong.catch(() => undefined);
  }
}

async function translateTypeScript(): Promise<void> {
  const { register } = await import("tsx/esm/api");
  if (!isRegistered) register();
  isRegistered = true;
}

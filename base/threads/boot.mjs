// Entry of every thread (`startThread`). Plain JavaScript, because Node 20 can't start a worker from a .ts file: there, in a checkout,
// tsx reads the rest. An installed package holds compiled code; Deno and Node 24 strip types by themselves, which is faster.
import { existsSync } from "node:fs";
import { workerData } from "node:worker_threads";

async function load(path) {
  if (!existsSync(new URL(path))) return import(path.replace(/\.ts$/, ".js"));
  if ("Deno" in globalThis || process.features.typescript) return import(path);
  const { tsImport } = await import("tsx/esm/api");
  return tsImport(path, import.meta.url);
}

const { serve } = await load(workerData.path);
await serve(workerData.settings);

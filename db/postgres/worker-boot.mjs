// Entry of the database worker. Plain JavaScript, because Node 20 can't start a worker from a .ts file: there, in a checkout,
// tsx reads the rest. An installed package holds compiled code; Deno and Node 24 strip types by themselves, which is faster.
import { existsSync } from "node:fs";

async function loadWorker() {
  const sources = existsSync(new URL("./worker.ts", import.meta.url));
  if (!sources) return import("./worker.js");
  if ("Deno" in globalThis || process.features.typescript) return import("./worker.ts");
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./worker.ts", import.meta.url);
}

const { serve } = await loadWorker();
await serve();

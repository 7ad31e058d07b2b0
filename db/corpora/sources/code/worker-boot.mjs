// Entry of the thread that reads programs. Plain JavaScript, for the reasons that db/postgres/worker-boot.mjs gives.
import { existsSync } from "node:fs";

async function loadWorker() {
  const sources = existsSync(new URL("./worker.ts", import.meta.url));
  if (!sources) return import("./worker.js");
  if ("Deno" in globalThis || process.features.typescript) return import("./worker.ts");
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./worker.ts", import.meta.url);
}

const { serve } = await loadWorker();
serve();

// Entry of the database worker. Plain JavaScript, because Node 20 can't start a worker from a .ts file, and no Node strips
// types below node_modules: there tsx reads the rest. Where the runtime does it by itself (Deno, Node 24) that is faster.
const readsTypeScript =
  "Deno" in globalThis || (process.features.typescript && !import.meta.url.includes("/node_modules/"));

async function loadWorker() {
  if (readsTypeScript) return import("./worker.ts");
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./worker.ts", import.meta.url);
}

const { serve } = await loadWorker();
await serve();

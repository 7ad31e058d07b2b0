// Entry of the database worker. Plain JavaScript, because Node 20 can't start a worker from a .ts file, and no Node strips
// types below node_modules: there tsx reads the rest. Where the runtime does it by itself (Deno, Node 24) that is faster.
const NEEDS_TSX = new Set(["ERR_UNKNOWN_FILE_EXTENSION", "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING"]);

async function loadWorker() {
  try {
    return await import("./worker.ts");
  } catch (error) {
    if (!NEEDS_TSX.has(error.code)) throw error;
    const { register } = await import("tsx/esm/api");
    register();
    return import("./worker.ts");
  }
}

const { serve } = await loadWorker();
await serve();

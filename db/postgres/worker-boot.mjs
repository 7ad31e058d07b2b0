// Entry of the database worker. Plain JavaScript, because Node 20 can't start a worker from a .ts file;
// Deno reads TypeScript by itself.
if (!("Deno" in globalThis)) {
  const { register } = await import("tsx/esm/api");
  register();
}
const { serve } = await import("./worker.ts");
await serve();

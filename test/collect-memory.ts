/** Runs before each test file (`setupFiles`). */
import module from "node:module";
import { afterAll } from "vitest";

/** Outside of the heap, in bytes. What is not given back, the database's compiled code, counts for half of it. */
const ENOUGH = 512 * 2 ** 20;

// Closed databases are memories of WebAssembly, 130 MB each: a process that mostly waits for a thread would keep ten of them for long.
// Registered first, it runs last: after the file's own hooks have closed what it opened.
afterAll(() => {
  if (process.memoryUsage().external > ENOUGH) globalThis.gc?.();
});

// Vitest ends its processes by a signal, on which Node keeps nothing of what it has compiled (NODE_COMPILE_CACHE), each time anew.
afterAll(() => module.flushCompileCache?.());

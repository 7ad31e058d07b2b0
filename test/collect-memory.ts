/** Runs before each test file (`setupFiles`). */
import module from "node:module";
import { afterAll } from "vitest";

/** Outside of the heap, in bytes, beyond what the last collection left: what is held, as compiled code, is not collected file after file. */
const GROWN = 256 * 2 ** 20;
/** This file is loaded for each test file anew. */
const KEPT = Symbol.for("scopebench.external-kept");
const kept = globalThis as { [KEPT]?: number };

// Closed databases are memories of WebAssembly, 130 MB each: a process that mostly waits for a thread would keep ten of them for long.
// Registered first, it runs last: after the file's own hooks have closed what it opened.
afterAll(() => {
  const { external } = process.memoryUsage();
  kept[KEPT] = Math.min(kept[KEPT] ?? 0, external);
  if (external - kept[KEPT] < GROWN) return;
  globalThis.gc?.();
  kept[KEPT] = process.memoryUsage().external;
});

// Vitest ends its processes by a signal, on which Node keeps nothing of what it has compiled (NODE_COMPILE_CACHE), each time anew.
afterAll(() => module.flushCompileCache?.());

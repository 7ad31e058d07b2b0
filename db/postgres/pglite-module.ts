import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

let compiled: Promise<object> | undefined;

/** PGlite's WebAssembly module, one for all databases of the process: what one of them has made fast is fast in the next, which saves it a second. */
export function pgliteModule(): Promise<object> {
  const { resolve } = createRequire(import.meta.url);
  const path = join(dirname(resolve("@electric-sql/pglite")), "pglite.wasm");
  const { compile } = (globalThis as unknown as WithCompiler).WebAssembly;
  compiled ??= readFile(path).then(compile);
  return compiled;
}

// Node's types leave it out.
interface WithCompiler {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
}

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { buildSync, stop } from "esbuild";
import { sourceHash } from "../../../base/source-hash.ts";
import { makeFolderWhole } from "../../../base/whole-folder.ts";
import { REPORTS } from "./sources.ts";

/** In an installed package: DuckDB's own takes 141 MB, of which a report needs 8. */
const PREPARED = join(REPORTS, "query-engine");
const PACKAGES = join(REPORTS, "../node_modules");
/** Bytes of its WebAssembly that are read and compressed at a time. */
const BLOCK = 2 ** 18;
const DUCKDB = join(PACKAGES, "@duckdb/duckdb-wasm/dist");

/**
 * Puts what readers query tables with into the report: the module that pages import, its worker and its WebAssembly.
 * @returns false where DuckDB is neither prepared nor installed (`npm ci --omit=dev`)
 */
export async function placeQueryEngine(output: string): Promise<boolean> {
  const target = join(output, "duckdb");
  if (existsSync(PREPARED)) await cp(PREPARED, target, { recursive: true });
  else if (existsSync(join(DUCKDB, "duckdb-eh.wasm"))) await placeFromCheckout(target);
  else return false;
  return true;
}

/** Writes the three files: at `npm pack` for users, on the first report in a checkout. */
export async function makeQueryEngine(folder: string): Promise<void> {
  buildSync({
    entryPoints: [join(REPORTS, "duckdb/engine.ts")],
    outfile: join(folder, "engine.js"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    logLevel: "silent",
  });
  await stop();
  await cp(join(DUCKDB, "duckdb-browser-eh.worker.js"), join(folder, "worker.js"));
  // Few static hosts compress WebAssembly by themselves, and it is 34 MB. Level 9 takes twice the time for half a percent.
  await pipeline(
    createReadStream(join(DUCKDB, "duckdb-eh.wasm"), { highWaterMark: BLOCK }),
    createGzip({ level: 6, chunkSize: BLOCK }),
    createWriteStream(join(folder, "duckdb.wasm.gz")),
  );
}

/** Kept for the next report, since it takes three seconds; made anew each time where the checkout cannot be written. */
async function placeFromCheckout(target: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(DUCKDB, "../package.json"), "utf8"));
  const key = `duckdb-${version}-${sourceHash(join(REPORTS, "duckdb")).slice(0, 12)}`;
  const cached = join(PACKAGES, ".cache/scopebench", key);
  try {
    if (!existsSync(cached)) await makeFolderWhole(cached, makeQueryEngine);
    await cp(cached, target, { recursive: true });
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS", "EEXIST", "ENOTEMPTY"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    await makeQueryEngine(target);
  }
}

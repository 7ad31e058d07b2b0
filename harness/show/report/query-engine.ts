import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { buildSync, stop } from "esbuild";
import { sourceHash } from "../../../base/source-hash.ts";
import { makeFolderWhole } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import type { QueryData } from "./site-data.ts";
import { REPORTS } from "./sources.ts";

/** In an installed package: DuckDB's own takes 141 MB, of which a report needs 8. */
const PREPARED = join(REPORTS, "query-engine");
const PACKAGES = join(REPORTS, "../node_modules");
const DUCKDB = join(PACKAGES, "@duckdb/duckdb-wasm/dist");

/** Puts what readers query tables with into the report. */
export async function placeQuery(output: string, data: Omit<QueryData, "engine">): Promise<void> {
  const query: QueryData = { ...data, engine: await placeEngine(join(output, "duckdb")) };
  await writeFile(join(output, "data/query/tables.json"), JSON.stringify(query));
}

/**
 * The module that pages import, its worker and its WebAssembly.
 * @returns false where DuckDB is neither prepared nor installed (`npm ci --omit=dev`)
 */
async function placeEngine(target: string): Promise<boolean> {
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
  const wasm = await promisify(gzip)(await readFile(join(DUCKDB, "duckdb-eh.wasm")), { level: 6 });
  await writeFile(join(folder, "duckdb.wasm.gz"), wasm);
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

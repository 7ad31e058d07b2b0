/** Compiles the package `scopebench-measure` into `measure/dist/`, with all that its formulas need inside. `npm pack` in `measure/` runs it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import measureJson from "../measure/package.json" with { type: "json" };
import { dropInnerDeclarations, typesOf } from "./build/declarations.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MEASURE = join(ROOT, "measure");
const DIST = join(MEASURE, "dist");
const ENTRIES = ["index", "metrics", "statistics", "clustering", "trec"];

rmSync(DIST, { recursive: true, force: true });
buildSync({
  entryPoints: ENTRIES.map((name) => join(MEASURE, "api", `${name}.ts`)),
  outdir: DIST,
  bundle: true,
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  format: "esm",
  platform: "browser",
  target: "es2023",
  external: ["node:*"],
  legalComments: "eof",
  logLevel: "warning",
});
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [compiler, "-p", join(MEASURE, "tsconfig.json")], { stdio: "inherit" });
dropInnerDeclarations(
  DIST,
  typesOf(measureJson.exports).map((path) => join(MEASURE, path)),
);
copyFileSync(join(ROOT, "LICENSE"), join(MEASURE, "LICENSE"));

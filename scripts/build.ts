/** Compiles the package into `dist/`: JavaScript and declarations file for file, and what the code reads besides. `npm pack` runs it. */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { SOURCE_HASH_FILE, sourceHash } from "../base/source-hash.ts";
import { makeQueryEngine } from "../harness/show/report/query-engine.ts";
import packageJson from "../package.json" with { type: "json" };
import { dropInnerDeclarations, typesOf } from "./build/declarations.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = join(ROOT, "dist");
/** Rooms that read files of their own. */
const ROOMS = ["harness", "conform", "assistant", "agent", "import", "db", "base", "scenarios", "reports"];
/** Folders whose code is part of what a result depends on (`sourceHash`). */
const HASHED = ["agent", "import", "db/corpora", "db", "base", "harness", "measure"];

rmSync(DIST, { recursive: true, force: true });
compile(join(ROOT, "tsconfig.build.json"));
writeDeclarations(typesOf(packageJson.exports).map((path) => join(ROOT, path)));
takeIn("measure/statistics/basics/distributions.js");
for (const room of ROOMS) cpSync(join(ROOT, room), join(DIST, room), { recursive: true, filter: isRead });
rmSync(join(DIST, "reports/duckdb"), { recursive: true });
await makeQueryEngine(join(DIST, "reports/query-engine"));
for (const folder of HASHED) writeFileSync(join(DIST, folder, SOURCE_HASH_FILE), sourceHash(join(ROOT, folder)));

function compile(config: string): void {
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", config, "--singleThreaded"], { stdio: "inherit" });
}

/** Of the entries and what they lead to: inferring those of every module takes longer than all the rest. */
function writeDeclarations(entries: readonly string[]): void {
  const config = join(DIST, "tsconfig.json");
  const files = entries.map((path) => relative(DIST, path).replace(/^(.*)\.d\.ts$/, "../$1.ts"));
  const compilerOptions = { noCheck: false, declaration: true, emitDeclarationOnly: true };
  writeFileSync(config, JSON.stringify({ extends: "../tsconfig.build.json", compilerOptions, files, include: [] }));
  compile(config);
  rmSync(config);
  dropInnerDeclarations(DIST, entries);
}

/** Puts a module's libraries into it: a few functions that bring hundreds of packages. */
function takeIn(module: string): void {
  const path = join(DIST, module);
  const options = { bundle: true, format: "esm", target: "es2023", legalComments: "eof" } as const;
  buildSync({ ...options, entryPoints: [path], outfile: path, allowOverwrite: true });
}

/** Prompts, policies, SQL, pages, templates. */
function isRead(path: string): boolean {
  return (
    !/\.tsx?$/.test(path) && !["tsconfig.json", "scopebench.mjs", "start.mjs", "hand-over.mjs"].includes(basename(path))
  );
}

/** Compiles the package into `dist/`: JavaScript and declarations file for file, and what the code reads besides. `npm pack` runs it. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SOURCE_HASH_FILE, sourceHash } from "../base/source-hash.ts";
import { makeQueryEngine } from "../harness/show/report/query-engine.ts";
import packageJson from "../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = join(ROOT, "dist");
const ROOMS = ["harness", "measure", "assistant", "agent", "db", "base", "scenarios", "reports"];
/** Folders whose code is part of what a result depends on (`sourceHash`). */
const HASHED = ["agent", "db/corpora", "db", "base", "harness", "measure"];

rmSync(DIST, { recursive: true, force: true });
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [compiler, "-p", join(ROOT, "tsconfig.build.json")], { stdio: "inherit" });
dropInnerDeclarations();
for (const room of ROOMS) cpSync(join(ROOT, room), join(DIST, room), { recursive: true, filter: isRead });
rmSync(join(DIST, "reports/duckdb"), { recursive: true });
await makeQueryEngine(join(DIST, "reports/query-engine"));
for (const folder of HASHED) writeFileSync(join(DIST, folder, SOURCE_HASH_FILE), sourceHash(join(ROOT, folder)));

/** Prompts, policies, SQL, pages, templates. */
function isRead(path: string): boolean {
  return !/\.tsx?$/.test(path) && !["tsconfig.json", "scopebench.mjs"].includes(basename(path));
}

/** Keeps the declarations that those of the entries lead to: the rest is nobody's interface, and a sixth of the package. */
function dropInnerDeclarations(): void {
  const reached = new Set<string>();
  const reach = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, target] of readFileSync(path, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
      reach(`${join(dirname(path), target!)}.d.ts`);
  };
  const entries = Object.values(packageJson.exports).flatMap((entry) => (typeof entry === "string" ? [] : entry.types));
  for (const entry of entries) reach(join(ROOT, entry));
  for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".d.ts") && !reached.has(join(DIST, name))) rmSync(join(DIST, name));
}

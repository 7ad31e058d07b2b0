/**
 * What an installation brings: each of our packages as a user installs it with npm, into an empty folder and with an empty cache, from the
 * packed checkout: megabytes, packages, seconds, warnings about Node's version. `node --import tsx perf/installs.ts`; it takes the registry.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { $ } from "zx";
import { ownPackage } from "../base/own-package.ts";
import { PARTS } from "../base/parts.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "scopebench-installs-"));

const pinned = (names: readonly string[]) => names.map((name) => `${name}@${ownPackage().devDependencies[name]}`);
const [main, measure] = [pack(ROOT), pack(join(ROOT, "measure"))];
const everything = Object.values(PARTS).flatMap(({ packages }): readonly string[] => packages);
const INSTALLS = [
  ["`scopebench-measure`", [measure]],
  ["`scopebench`", [main]],
  ["with figures and reports", [main, ...pinned(PARTS.report.packages)]],
  ["with all parts", [main, ...pinned(everything)]],
] as const;

try {
  console.log("| installed | MB | packages | s | warnings |\n|---|---:|---:|---:|---:|");
  for (const [name, what] of INSTALLS) console.log(`| ${name} | ${(await install(what)).join(" | ")} |`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Gives the tarball's path. */
function pack(of: string): string {
  const said = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: of, encoding: "utf8" });
  return join(folder, JSON.parse(said.slice(said.indexOf("[")))[0].filename);
}

async function install(what: readonly string[]): Promise<string[]> {
  const project = mkdtempSync(join(folder, "project-"));
  writeFileSync(join(project, "package.json"), '{ "private": true }\n');
  const began = performance.now();
  const { stderr } = await $({ cwd: project, quiet: true })`npm install --cache ${join(project, "cache")} ${what}`;
  const seconds = (performance.now() - began) / 1000;
  const modules = join(project, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const warnings = stderr.split("\n").filter((line) => line.includes("EBADENGINE Unsupported engine")).length;
  const counted = [bytesOf(modules) / 1e6, Object.keys(packages).length, seconds, warnings];
  rmSync(project, { recursive: true });
  return counted.map((value, at) => value.toFixed(at === 0 && value < 10 ? 1 : 0));
}

function bytesOf(modules: string): number {
  return readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

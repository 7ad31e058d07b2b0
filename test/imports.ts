import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../", import.meta.url));
export const ROOMS: readonly string[] = [
  "scripts",
  "reports",
  "harness",
  "assistant",
  "scenarios",
  "agent",
  "import",
  "db",
  "base",
  "measure",
  "conform",
];

/** Of values and types, and of what is loaded when it is needed. */
export const ANY_IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
/** Of types, too; what is imported when it is needed belongs to no circle of files. */
export const STATIC_IMPORT = /^(?:import|export)\b[^;"]*"(\.[^"]+)"/gm;
/** Whatever names it brings, types alone excepted. */
export const LOADED = /^(?:import|export)\b(?! type\b)(?:[^;"=]*\bfrom)?\s*"(\.[^"]+)"/gm;

/** Paths of the files that a file imports. */
export function importsOf(file: string, pattern: RegExp): string[] {
  return [...textOf(file).matchAll(pattern)].map(([, target]) =>
    relative(ROOT, resolve(ROOT, dirname(file), target as string)),
  );
}

/** Paths of a room's code, from the root. */
export function sources(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules") && !name.startsWith("dist/"))
    .map((name) => join(room, name));
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

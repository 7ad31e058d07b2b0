import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { compareText, hashOf } from "../../db/base/hash.ts";
import type { Config } from "../config/schema.ts";
import type { Manifest } from "../run-directory/manifest.ts";
import type { Stage } from "./stage.ts";

/** The stage's key: what decides its result. Equal key and complete = nothing to do. */
export function stageKey(stage: Stage, config: Config, manifest: Manifest): string {
  return hashOf({
    name: stage.name,
    version: stage.version,
    config: stage.configKeys(config),
    needs: stage.needs.map((need) => [need, manifest.stages[need]?.output_hash ?? "missing"]),
  });
}

/** One hash over the names and contents of everything under the given parts of a run. Missing parts count as empty. */
export async function hashOutputs(runDirectory: string, parts: readonly string[]): Promise<string> {
  const files = (await Promise.all(parts.map((part) => listFiles(join(runDirectory, part))))).flat().sort(compareText);
  const entries: [string, string][] = [];
  for (const file of files) entries.push([relative(runDirectory, file), await hashFile(file)]);
  return hashOf(entries);
}

/** SHA-256 of a file, in hex, streaming. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function listFiles(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null);
  if (entry === null) return [];
  if (!entry.isDirectory()) return [path];
  const children = await readdir(path, { withFileTypes: true });
  const nested = await Promise.all(children.map((child) => listFiles(join(path, child.name))));
  return nested.flat();
}

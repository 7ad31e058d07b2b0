import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { asEnvironmentError, writeFileAtomic } from "../../../base/atomic.ts";
import { hashOf, sha256 } from "../../../base/hash.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { ownPackage, packageRoot } from "../../../base/own-package.ts";
import { installedPackages } from "../../../base/parts.ts";
import { JUDGE_ROLES, judgeFacts } from "../config/judges.ts";
import type { Config } from "../config/schema.ts";
import { RUN_FORMAT } from "../domain/records.ts";
import type { Effects } from "../effects.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { RUN_PATHS, runPath } from "./paths.ts";
import { beginChecksums } from "./record-files.ts";

/** Makes a time-stamped run directory with the frozen configuration and a first manifest. Gives its absolute path. */
export async function createRun(config: Config, effects: Effects): Promise<string> {
  const createdAt = effects.now();
  const { runDirectory, runId } = await makeDirectory(config.runs_dir, createdAt);
  await writeFileAtomic(runPath(runDirectory, "config"), `${JSON.stringify(config, null, 2)}\n`);
  await beginChecksums(runDirectory, [RUN_PATHS.config]);
  await writeManifest(runDirectory, await firstManifest({ config, runId, createdAt }));
  return runDirectory;
}

async function makeDirectory(runsDirectory: string, createdAt: Date): Promise<{ runDirectory: string; runId: string }> {
  const stamp = createdAt.toISOString().slice(0, 19).replaceAll(":", "-");
  try {
    await makeFolder(runsDirectory);
    for (let copy = 1; ; copy++) {
      const runId = copy === 1 ? `${stamp}Z` : `${stamp}Z-${copy}`;
      const runDirectory = resolve(runsDirectory, runId);
      try {
        await mkdir(runDirectory);
        return { runDirectory, runId };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  } catch (error) {
    throw asEnvironmentError(error, runsDirectory);
  }
}

async function firstManifest({
  config,
  runId,
  createdAt,
}: {
  config: Config;
  runId: string;
  createdAt: Date;
}): Promise<Manifest> {
  return {
    format: RUN_FORMAT,
    checksums: true,
    run_id: runId,
    created_at: createdAt.toISOString(),
    scopebench_version: ownPackage().version,
    config_hash: hashOf(config),
    git: await gitState(),
    lock_file_hash: await readFile(join(packageRoot(), "package-lock.json")).then(sha256, () => null),
    environment: {
      runtime: "Deno" in globalThis ? `deno ${process.versions.deno}` : `node ${process.versions.node}`,
      platform: process.platform,
      arch: process.arch,
      cpus: cpus().length,
      packages: { ...ownPackage().dependencies, ...installedPackages() },
    },
    synthetic_corpus: config.corpus.type === "telecom",
    stand_in_models: config.models.filter((model) => model.provider === "policy").map((model) => model.name),
    stand_in_judges: JUDGE_ROLES.filter((role) => judgeFacts(config.judges[role]).standIn),
    substrate: null,
    scenarios: null,
    system: null,
    tools: {},
    judge_fingerprints: {},
    served_models: {},
    recording: null,
    stages: {},
  };
}

/** What a candidate is made of: its configuration, this package and, in a checkout, the commit with all that was changed since. */
export async function candidateHash(config: Config): Promise<string> {
  return hashOf([config, ownPackage().version, await gitState()]);
}

/** What no run is made of. Texts elsewhere are prompts. */
const BESIDE = [":!docs", ":!design", ":!test", ":(exclude,glob)*.md"];
/** Of what git does not track: code and prompts, not somebody's data. */
const CODE = ["*.ts", "*.tsx", "*.mjs", "*.js", "*.md", "*.sql"];

/** Every change since the commit, and the contents of files that git does not track. */
async function changesOf(root: string): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)("git", ["-C", root, ...args, ...BESIDE], { maxBuffer: 2 ** 28 })).stdout;
  const [diff, others] = await Promise.all([
    git("diff", "HEAD", "--", "."),
    git("ls-files", "--others", "--exclude-standard", "-z", "--", ...CODE),
  ]);
  const paths = others.split("\0").filter((path) => path !== "");
  return hashOf([diff, await Promise.all(paths.map(async (path) => [path, sha256(await readFile(join(root, path)))]))]);
}

/** Commit of the checkout and what was changed since, null outside one. */
async function gitState(): Promise<Manifest["git"]> {
  const root = packageRoot();
  const git = (...args: string[]) => promisify(execFile)("git", ["-C", root, ...args]);
  try {
    const top = (await git("rev-parse", "--show-toplevel")).stdout.trim();
    if (resolve(top) !== resolve(root)) return null;
    const [commit, status] = await Promise.all([git("rev-parse", "HEAD"), git("status", "--porcelain")]);
    const dirty = status.stdout.trim() !== "";
    return { commit: commit.stdout.trim(), dirty, ...(dirty && { changes: await changesOf(root) }) };
  } catch {
    return null; // No git, or an installed package: the version alone identifies the code.
  }
}

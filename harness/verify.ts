import { cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { compareText } from "../db/base/hash.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";
import { configurationsOf, executionsOf } from "./config/matrix.ts";
import type { Config } from "./config/schema.ts";
import { hashOutputs } from "./dag/keys.ts";
import type { Stage } from "./dag/stage.ts";
import { executionName } from "./domain/names.ts";
import { changedFiles } from "./pack/checksums.ts";
import type { Manifest } from "./run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "./run-directory/paths.ts";
import { readRecords } from "./run-directory/records.ts";
import { scoreStage } from "./stages/score/index.ts";

export interface Finding {
  ok: boolean;
  check: string;
  detail: string;
}

interface VerifiedRun {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
  stages: readonly Pick<Stage, "name" | "writes">[];
}

/** Checks a run against itself: a packed one's files by their checksums, every record by its schema, every cell once, `metrics/` recomputed byte for byte. */
export async function verifyRun(run: VerifiedRun): Promise<Finding[]> {
  return [...(await checkFiles(run)), await checkCells(run), ...(await checkOutputs(run)), await checkMetrics(run)];
}

/** Only a run that was packed has a list of checksums. */
async function checkFiles({ runDirectory }: VerifiedRun): Promise<Finding[]> {
  const changed = await changedFiles(runDirectory);
  if (changed === null) return [];
  const ok = changed.length === 0;
  return [{ ok, check: "files", detail: ok ? "as they were packed" : `not as packed: ${summarise(changed)}` }];
}

async function checkCells({ runDirectory, config }: VerifiedRun): Promise<Finding> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const problems: string[] = [];
  let found = 0;
  for (const configuration of configurationsOf(config)) {
    const expected = executionsOf(
      configuration,
      scenarios.map((scenario) => scenario.id),
      config.repeats,
    ).map(executionName);
    const names = (await readRecords({ runDirectory, part: "rawOutput", configuration })).map(executionName);
    const present = new Set(names);
    found += present.size;
    problems.push(...expected.filter((name) => !present.has(name)).map((name) => `${name} missing`));
    if (names.length !== present.size) problems.push(`${names.length - present.size} records repeat`);
  }
  return {
    ok: problems.length === 0,
    check: "cells",
    detail: problems.length === 0 ? `${found}, each once` : summarise(problems),
  };
}

/** The state databases and the report are left out: a database file may change without its content changing. */
const NOT_HASHED_AGAIN: readonly string[] = ["execute", "report"];

async function checkOutputs({ runDirectory, manifest, stages }: VerifiedRun): Promise<Finding[]> {
  return Promise.all(
    stages
      .filter((stage) => !NOT_HASHED_AGAIN.includes(stage.name))
      .map(async ({ name, writes }) => {
        const state = manifest.stages[name];
        if (state?.status !== "complete") return { ok: false, check: name, detail: "not complete" };
        const ok = (await hashOutputs(runDirectory, writes)) === state.output_hash;
        return { ok, check: name, detail: ok ? "unchanged since it was written" : "changed after it was written" };
      }),
  );
}

/** Scores again in a scratch folder beside links to the records, then compares every file but the timings. */
async function checkMetrics({ runDirectory, config }: VerifiedRun): Promise<Finding> {
  const scratch = await mkdtemp(join(tmpdir(), "scopebench-verify-"));
  try {
    for (const entry of await readdir(runDirectory)) {
      if (entry === RUN_PATHS.manifest) await cp(join(runDirectory, entry), join(scratch, entry));
      else if (entry !== RUN_PATHS.metrics && entry !== "exports")
        await symlink(join(runDirectory, entry), join(scratch, entry));
    }
    const effects = { now: () => new Date(), environment: {}, cacheDirectory: scratch, log: () => undefined };
    await scoreStage.run({
      runDirectory: scratch,
      config,
      effects,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    const different = await differences(join(scratch, RUN_PATHS.metrics), join(runDirectory, RUN_PATHS.metrics));
    return {
      ok: different.length === 0,
      check: "metrics recomputed",
      detail: different.length === 0 ? "byte-identical" : `differ: ${summarise(different)}`,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function differences(expected: string, actual: string): Promise<string[]> {
  const [left, right] = await Promise.all([filesOf(expected), filesOf(actual)]);
  const names = [...new Set([...left, ...right])].sort(compareText);
  const equal = await Promise.all(
    names.map(async (name) => (await contentOf(join(expected, name))).equals(await contentOf(join(actual, name)))),
  );
  return names.filter((_, index) => !equal[index]);
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function contentOf(path: string): Promise<Buffer> {
  return readFile(path).catch(() => Buffer.from("\0missing"));
}

function summarise(problems: readonly string[]): string {
  return problems.length <= 3
    ? problems.join("; ")
    : `${problems.slice(0, 3).join("; ")} and ${problems.length - 3} more`;
}

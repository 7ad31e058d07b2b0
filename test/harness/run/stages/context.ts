import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { makeFolderWhole } from "../../../../base/whole-folder.ts";
import { NO_CEILINGS } from "../../../../harness/dag/ceilings/ceilings.ts";
import type { Services } from "../../../../harness/dag/services.ts";
import type { Progress, ServedContext, Stage, StageContext } from "../../../../harness/dag/stage.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { pathsOf, RUN_PATHS, type RunPath, runPath } from "../../../../harness/record/run-directory/paths.ts";
import { scoreStage } from "../../../../harness/run/stages/score/index.ts";
import { makeRunFixture, type RunFixtureOptions } from "../../run-fixture.ts";
import { recordPaths } from "./record-paths.ts";

export interface FixtureContext extends ServedContext, AsyncDisposable {
  steps: Progress[];
  controller: AbortController;
}

/** A fixture run of 142 extractions without the given parts, and a context to run stages on it. Removed when disposed. */
export async function fixtureContext(
  without: readonly RunPath[],
  judges: object = {},
  fixture: RunFixtureOptions = {},
): Promise<FixtureContext> {
  const runDirectory = await makeRunFixture(fixture);
  for (const part of without) await rm(runPath(runDirectory, part), { recursive: true });
  return contextOn(runDirectory, judges);
}

let scored: Promise<string> | undefined;

/** The same on a copy of the whole fixture run with its scores, which are computed once for all processes of the suite. */
export async function scoredContext(): Promise<FixtureContext> {
  scored ??= madeOnce("scored", async (partial) =>
    scoreStage.run(await contextOn(await makeRunFixture({ directory: partial }))),
  );
  const runDirectory = await mkdtemp(join(tmpdir(), "scopebench-scored-"));
  await cp(await scored, runDirectory, { recursive: true });
  return contextOn(runDirectory);
}

/** A folder that one process of the suite makes for all of them, who only read it. */
export async function madeOnce(name: string, make: (partial: string) => Promise<unknown>): Promise<string> {
  const folder = join(process.env.SCOPEBENCH_TEST_SHARED!, name);
  if (!existsSync(folder)) await makeFolderWhole(folder, make).catch(whereTaken);
  return folder;
}

/** Another process was quicker: the same is there. */
function whereTaken(error: NodeJS.ErrnoException): void {
  if (!["EEXIST", "ENOTEMPTY"].includes(error.code ?? "")) throw error;
}

/** A context to run stages on a run directory, which goes when it is disposed. */
export async function contextOn(runDirectory: string, judges: object = {}): Promise<FixtureContext> {
  const base = JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8")) as { judges: object };
  const config = configSchema.parse({ ...base, judges: { ...base.judges, ...judges } });
  const controller = new AbortController();
  const steps: Progress[] = [];
  return {
    runDirectory,
    config,
    // There is no substrate behind a fixture.
    services: { ceilings: NO_CEILINGS } as Services,
    steps,
    controller,
    effects: { now: () => new Date(0), environment: {}, cacheDirectory: runDirectory, log: () => undefined },
    signal: controller.signal,
    progress: (step) => void steps.push(step),
    [Symbol.asyncDispose]: () => rm(runDirectory, { recursive: true, force: true }),
  };
}

/**
 * Runs a stage while the run holds its manifest, its configuration and what the stage declares, and nothing else: what it reads
 * without saying so is not there. The rest is put back.
 */
export async function runAlone(stage: Stage, context: ServedContext): Promise<string> {
  const { runDirectory } = context;
  // What is told for the live view is no stage's: nothing is computed from it.
  const declared = [
    RUN_PATHS.manifest,
    RUN_PATHS.config,
    RUN_PATHS.live,
    ...pathsOf([...stage.reads, ...stage.writes]),
  ];
  const kept = new Set(declared.map((path) => path.split("/")[0]!));
  const undeclared = async () => (await readdir(runDirectory)).filter((name) => !kept.has(name));
  const aside = await mkdtemp(join(tmpdir(), "scopebench-aside-"));
  const others = await undeclared();
  for (const name of others) await rename(join(runDirectory, name), join(aside, name));
  try {
    const summary = await stage.run(context);
    expect(await undeclared()).toEqual([]);
    return summary;
  } finally {
    for (const name of others) await rename(join(aside, name), join(runDirectory, name));
    await rm(aside, { recursive: true });
  }
}

/** What a stage declares to read and neither opens, lists nor looks for while it runs alone. */
export async function unreadBy(stage: Stage, context: ServedContext): Promise<string[]> {
  using recorded = recordPaths();
  await runAlone(stage, context);
  const isUnread = (path: string) =>
    ![...recorded.paths].some((one) => one.startsWith(join(context.runDirectory, path)));
  return pathsOf(stage.reads).filter(isUnread);
}

/** Contents of all files of a part, by name. */
export async function filesOf(context: StageContext, part: RunPath): Promise<Record<string, string>> {
  const names = (await readdir(runPath(context.runDirectory, part))).sort();
  const texts = names.map((name) => readFile(runPath(context.runDirectory, part, name), "utf8"));
  return Object.fromEntries(
    (await Promise.all(texts)).map((text, index) => [`${RUN_PATHS[part]}/${names[index]}`, text]),
  );
}

/** All records of a part, file by file. */
export async function recordsIn<T>(context: StageContext, part: RunPath): Promise<T[]> {
  const texts = Object.values(await filesOf(context, part));
  return texts.flatMap((text) => text.split("\n").filter(Boolean)).map((line) => JSON.parse(line) as T);
}

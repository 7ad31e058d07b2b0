import { readdir, readFile, rm } from "node:fs/promises";
import { configSchema } from "../../../harness/config/schema.ts";
import type { Progress, StageContext } from "../../../harness/dag/stage.ts";
import { RUN_PATHS, type RunPath, runPath } from "../../../harness/run-directory/paths.ts";
import { makeRunFixture, type RunFixtureOptions } from "../run-fixture.ts";

export interface FixtureContext extends StageContext, AsyncDisposable {
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
  const base = JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8")) as { judges: object };
  const config = configSchema.parse({ ...base, judges: { ...base.judges, ...judges } });
  const controller = new AbortController();
  const steps: Progress[] = [];
  return {
    runDirectory,
    config,
    steps,
    controller,
    effects: { now: () => new Date(0), environment: {}, cacheDirectory: runDirectory, log: () => undefined },
    signal: controller.signal,
    progress: (step) => void steps.push(step),
    [Symbol.asyncDispose]: () => rm(runDirectory, { recursive: true, force: true }),
  };
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

import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configSchema } from "../../../harness/config/schema.ts";
import type { StageContext } from "../../../harness/dag/stage.ts";
import { runPath } from "../../../harness/run-directory/paths.ts";
import { scoreStage } from "../../../harness/stages/score/index.ts";
import { makeRunFixture } from "../run-fixture.ts";

/** A fixture run in a new folder, scored: the run, and the folder of its tables. The caller removes the run. */
export async function scoreFixture(): Promise<{ run: string; folder: string }> {
  const run = await makeRunFixture({ directory: await mkdtemp(join(tmpdir(), "scopebench-tables-")) });
  const config = configSchema.parse(JSON.parse(await readFile(runPath(run, "config"), "utf8")));
  const effects = { now: () => new Date(0), environment: {}, cacheDirectory: run, log: () => undefined };
  const context: StageContext = {
    runDirectory: run,
    config,
    effects,
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  await scoreStage.run(context);
  return { run, folder: runPath(run, "tables") };
}

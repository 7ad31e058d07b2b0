import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Interrupted } from "../../../harness/dag/interrupted.ts";
import { type RunEvent, runStages } from "../../../harness/dag/runner.ts";
import type { Services } from "../../../harness/dag/services.ts";
import type { Stage } from "../../../harness/dag/stage.ts";
import { type Config, configSchema } from "../../../harness/record/config/schema.ts";
import type { Effects } from "../../../harness/record/effects.ts";
import { createRun } from "../../../harness/record/run-directory/create.ts";
import { readManifest } from "../../../harness/record/run-directory/manifest.ts";
import { pathsOf, type RunPath, runPath } from "../../../harness/record/run-directory/paths.ts";

let folder: string;
let runDirectory: string;
let config: Config;
let seconds = 0;
/** By a clock that goes on by a second whenever it is looked at. */
const effects = (): Effects => ({
  now: () => new Date(1000 * seconds++),
  environment: {},
  cacheDirectory: folder,
  log: () => undefined,
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-dag-"));
  config = configSchema.parse({ runs_dir: join(folder, "runs") });
  runDirectory = await createRun(config, effects());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Two stages: the first writes a constant, the second copies it in upper case. `calls` counts what really ran. */
function makeStages(text: () => string): { stages: Stage[]; calls: string[] } {
  const calls: string[] = [];
  const stages: Stage[] = [
    {
      ...{ name: "generate", version: 1, reads: [], writes: ["scenarios"] },
      settings: ({ seed }) => ({ seed }),
      run: async (context) => {
        calls.push("generate");
        await writeFile(runPath(context.runDirectory, "scenarios"), text());
        return "wrote";
      },
    },
    {
      ...{ name: "baselines", version: 1, reads: ["scenarios"], writes: ["baselines"] },
      settings: () => ({}),
      run: async (context) => {
        calls.push("baselines");
        const first = await readFile(runPath(context.runDirectory, "scenarios"), "utf8");
        await writeFile(runPath(context.runDirectory, "baselines"), first.toUpperCase());
        return "copied";
      },
    },
  ];
  return { stages, calls };
}

function run(
  stages: Stage[],
  options: { config?: Config; signal?: AbortSignal; events?: RunEvent[] } = {},
): Promise<void> {
  const context = {
    runDirectory,
    config: options.config ?? config,
    effects: effects(),
    services: {} as Services,
    signal: options.signal ?? new AbortController().signal,
  };
  return runStages(stages, context, (event) => options.events?.push(event));
}

describe("runStages", () => {
  it("runs each stage once, and nothing the second time", async () => {
    const { stages, calls } = makeStages(() => "a");
    await run(stages);
    const events: RunEvent[] = [];
    await run(stages, { events });
    expect(calls).toEqual(["generate", "baselines"]);
    expect((await readManifest(runDirectory)).stages.generate?.duration_ms).toBe(1000);
    expect(events.map((event) => event.type)).toEqual(["stage-cached", "stage-cached"]);
  });

  it("runs a stage again when the config it depends on changed, and its dependants only if its output changed", async () => {
    const { stages, calls } = makeStages(() => "a");
    await run(stages);
    await run(stages, { config: { ...config, seed: 2 } });
    expect(calls).toEqual(["generate", "baselines", "generate"]);
  });

  it("runs dependants again when an output changed", async () => {
    let text = "a";
    const { stages, calls } = makeStages(() => text);
    await run(stages);
    text = "b";
    await run(stages, { config: { ...config, seed: 2 } });
    expect(calls).toEqual(["generate", "baselines", "generate", "baselines"]);
    expect(await readFile(runPath(runDirectory, "baselines"), "utf8")).toBe("B");
  });

  it("keeps finished records of an interrupted stage and counts the attempt, but clears them when its key changed", async () => {
    const controller = new AbortController();
    const seen: boolean[] = [];
    const stage: Stage = {
      ...{ name: "generate", version: 1, reads: [], writes: ["scenarios"] },
      settings: ({ seed }) => ({ seed }),
      run: async (context) => {
        const path = runPath(context.runDirectory, "scenarios");
        seen.push(await readFile(path, "utf8").then(Boolean, () => false));
        await writeFile(path, "x");
        if (seen.length === 1) controller.abort();
        return "";
      },
    };
    await expect(run([stage], { signal: controller.signal })).rejects.toBeInstanceOf(Interrupted);
    expect((await readManifest(runDirectory)).stages.generate?.status).toBe("running");
    await run([stage]);
    expect((await readManifest(runDirectory)).stages.generate).toMatchObject({ status: "complete", attempts: 2 });
    await run([stage], { config: { ...config, seed: 3 } });
    expect(seen).toEqual([false, true, false]);
  });

  it("refuses a stage while the stage that it reads from is not complete", async () => {
    const [, second] = makeStages(() => "a").stages;
    await expect(run([second as Stage])).rejects.toMatchObject({ code: "run-directory" });
  });

  it("runs a finished stage again when its output was taken away, and what depends on it only if it comes out otherwise", async () => {
    const { stages, calls } = makeStages(() => "a");
    await run(stages);
    await rm(runPath(runDirectory, "scenarios"));
    await run(stages);
    expect(calls).toEqual(["generate", "baselines", "generate"]);
  });

  it("a derived stage leaves what is there until the new is whole, whether it fails or is interrupted", async () => {
    const stop = new AbortController();
    let text = "one";
    const stage: Stage = {
      ...{ name: "generate", version: 1, reads: [], writes: ["report", "trec"], derived: true },
      settings: () => ({ text }),
      run: async ({ outputDirectory = "", runDirectory }) => {
        await mkdir(join(outputDirectory, "report"));
        await writeFile(join(outputDirectory, "report", "a"), text);
        if (text !== "one") expect(await readFile(join(runDirectory, "report", "a"), "utf8")).toBe("one");
        if (text === "fails") throw new Error("a page");
        if (text === "stops") stop.abort();
        return text;
      },
    };
    await run([stage]);
    for (text of ["fails", "stops"]) await expect(run([stage], { signal: stop.signal })).rejects.toThrow();
    expect(await readFile(join(runDirectory, "report", "a"), "utf8")).toBe("one");
    text = "two";
    await run([
      {
        ...stage,
        run: async ({ outputDirectory = "" }) => {
          await mkdir(join(outputDirectory, "exports", "trec"), { recursive: true });
          return "two";
        },
      },
    ]);
    expect((await readdir(runDirectory)).filter((name) => /report|exports/.test(name))).toEqual(["exports"]);
  });

  it("a stage that has lost a recorded file goes on from what is left; lost databases are no loss once they were read", async () => {
    const calls: string[] = [];
    const make = (name: "execute" | "extract", writes: RunPath[]): Stage => ({
      ...{ name, version: 1, reads: [], writes, settings: () => ({}) },
      run: async () => {
        calls.push(name);
        for (const file of ["a", "b"])
          for (const part of pathsOf(writes)) {
            await mkdir(join(runDirectory, part), { recursive: true });
            await writeFile(join(runDirectory, part, file), file, { flag: "a" });
          }
        return "";
      },
    });
    const stages = [make("execute", ["rawOutput", "state"]), make("extract", ["extractions"])];
    await run(stages);
    await rm(join(runDirectory, "state"), { recursive: true });
    await rm(join(runDirectory, "extractions", "b"));
    await run(stages);
    expect(calls).toEqual(["execute", "extract", "extract"]);
    expect(await readFile(join(runDirectory, "extractions", "a"), "utf8")).toBe("aa");
    expect((await readManifest(runDirectory)).stages.extract?.attempts).toBe(2);
  });
});

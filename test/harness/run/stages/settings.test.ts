import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runStages } from "../../../../harness/dag/runner.ts";
import { type Config, configSchema } from "../../../../harness/record/config/schema.ts";
import { makeEffects } from "../../../../harness/record/effects.ts";
import { createRun } from "../../../../harness/record/run-directory/create.ts";
import { ancestorsOf, type StageName } from "../../../../harness/record/run-directory/graph.ts";
import { STAGES } from "../../../../harness/run/stages/index.ts";
import { openServices } from "../../../../harness/run/stages/open-services.ts";
import { nonEmpty } from "../../../non-empty.ts";

/** Settings that a stage may read without declaring them, each with the reason why no result hangs on it. */
const FREE: Readonly<Record<string, string>> = {
  concurrency: "how many executions wait for their models at once",
  outages: "how long a lost server is waited for",
};

/** They show the configuration, whatever stands in it, and decide nothing that another stage reads. */
const SHOWING: readonly StageName[] = ["plots", "report"];

const folder = await mkdtemp(join(tmpdir(), "scopebench-settings-"));
const readBy = new Map<StageName, ReadonlySet<string>>();
beforeAll(async () => {
  const config = configSchema.parse({
    corpus: { type: "telecom", seed: 7, scale: 0.02 },
    scenarios: { total: 5, seed: 3, limit: 2 },
    models: [{ name: "explorer", provider: "policy", model: "explorer" }],
    ...{ workflows: ["react"], knowledge: ["prompt"] },
    runs_dir: join(folder, "runs"),
  });
  const effects = makeEffects({ environment: { SCOPEBENCH_CACHE: join(folder, "cache") }, log: () => undefined });
  const runDirectory = await createRun(config, effects);
  for (const stage of STAGES.filter(({ name }) => !SHOWING.includes(name))) {
    const { signal } = new AbortController();
    const watched = watchSettings(config);
    const services = openServices({ config: watched.config, effects, signal });
    const context = { runDirectory, config: watched.config, effects, signal, services };
    await runStages([{ ...stage, settings: () => stage.settings(config) }], context, () => undefined);
    await services.close();
    readBy.set(stage.name, watched.read);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a stage reads no setting that neither it nor a stage before it declares, but those that decide no result", () => {
  const declared = (name: StageName) => {
    const { config, read } = watchSettings(configSchema.parse({}));
    for (const stage of STAGES) if (stage.name === name || ancestorsOf(name).has(stage.name)) stage.settings(config);
    return read;
  };
  const undeclared = nonEmpty([...readBy]).flatMap(([name, read]) =>
    [...read]
      .filter((setting) => !declared(name).has(setting) && !(setting in FREE))
      .map((setting) => `${name}: ${setting}`),
  );
  expect(undeclared).toEqual([]);
});

/** The configuration, and which of its settings were read since. A copy of all (`{ ...config }`) reads none of them. */
function watchSettings(config: Config): { config: Config; read: Set<string> } {
  const read = new Set<string>();
  let copied: PropertyKey | null = null;
  const watched = new Proxy(config, {
    getOwnPropertyDescriptor(target, name) {
      copied = name;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get(target, name) {
      if (copied !== name && typeof name === "string") read.add(name);
      copied = null;
      return Reflect.get(target, name);
    },
  });
  return { config: watched, read };
}

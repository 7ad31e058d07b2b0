import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROLES } from "../../../../agent/contract/trace.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { nameSchema } from "../../../../harness/record/config/model-schema.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import { manifestSchema, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { RECORD_SCHEMAS, readRecords } from "../../../../harness/record/run-directory/records.ts";
import { STAGES } from "../../../../harness/run/stages/index.ts";
import { scoreStage } from "../../../../harness/run/stages/score/index.ts";
import { makeAliases } from "../../../../harness/show/anonymise/aliases.ts";
import { anonymiseRun } from "../../../../harness/show/anonymise/anonymise-run.ts";
import { hiddenConfig, hiddenManifest } from "../../../../harness/show/anonymise/hidden-config.ts";
import { makeRewrite, rewriteDeep } from "../../../../harness/show/anonymise/rewrite.ts";
import { vocabularyOf } from "../../../../harness/show/anonymise/vocabulary.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { fixtureContext } from "../../run/stages/context.ts";
import { fixtureManifest } from "../../run-fixture/manifest.ts";

it("a model may be called by any word of the records: it is renamed where it is a name, and every record stays valid", async () => {
  await using context = await fixtureContext([]);
  const { runDirectory } = context;
  const vocabulary = vocabularyOf([], []);
  const words = [...vocabulary].filter((word) => nameSchema.safeParse(word).success);
  expect(words).toEqual(expect.arrayContaining(["planner", "executor", "score", "pass", "id", "model", "success"]));
  const planner = { model: "planner", workflow: "plan_execute", knowledge: "prompt" } as const;
  const [execution, extraction, verdict] = await Promise.all([
    readRecords({ runDirectory, part: "rawOutput", configuration: planner }),
    readRecords({ runDirectory, part: "extractions", configuration: planner }),
    readRecords({ runDirectory, part: "verdicts", configuration: planner }),
  ]);
  const usage = { model_calls: 1, tokens_in: 1, tokens_out: 1, tokens_system_prompts: 0, tokens_skills: 0 };
  const records = {
    rawOutput: { ...execution[0]!, thread_id: "t" },
    extractions: { ...extraction[0]!, roles: ROLES.map((role) => ({ role, ...usage })) },
    verdicts: verdict[0]!,
  };
  for (const word of nonEmpty(words)) {
    const config = configSchema.parse({
      ...context.config,
      models: [{ name: word, provider: "openai", model: "gpt-x", api_key_env: "KEY" }],
      external_agents: [{ name: `${word}-own`, type: "module", path: "x.js" }],
      plots: { color_order: [word] },
    });
    const manifest = { ...fixtureManifest(), served_models: { [word]: [word] }, stand_in_models: [word] };
    const rewrite = makeRewrite(makeAliases(config, manifest, "/somewhere"), vocabulary);
    const hidden = hiddenConfig(config, rewrite);
    expect(configurationsOf(hidden).map(({ model }) => model)).toEqual([
      ...Array(configurationsOf(config).length - 1).fill("model-1"),
      "agent-1",
    ]);
    expect({ ...hidden, models: [], external_agents: [], plots: {} }).toEqual({
      ...config,
      models: [],
      external_agents: [],
      plots: {},
    });
    const renamed = hiddenManifest(manifest, rewrite);
    expect([manifestSchema.safeParse(renamed).success, renamed.served_models]).toEqual([
      true,
      { "model-1": ["model-1"] },
    ]);
    for (const part of ["rawOutput", "extractions", "verdicts"] as const) {
      const copy = RECORD_SCHEMAS[part].parse(rewriteDeep({ ...records[part], model: word }, rewrite));
      expect([word, copy]).toEqual([word, { ...records[part], model: "model-1" }]);
    }
  }
});

it("in texts a name goes unless it is a word of the records; the name of a configuration goes always", () => {
  const aliases = new Map([
    ["planner", "model-1"],
    ["gpt-x", "model-2"],
    ["m", "model-3"],
  ]);
  const { text, name } = makeRewrite(aliases, new Set(["planner"]));
  expect(text("gpt-x and the planner; planner__react__prompt__S001__0, m__react__skill; gpt-x_1 m")).toBe(
    "model-2 and the planner; model-1__react__prompt__S001__0, model-3__react__skill; gpt-x_1 m",
  );
  expect(["planner", "m", "gpt-x (2024)"].map(name)).toEqual(["model-1", "model-3", "model-2 (2024)"]);
});

it("two models whose name is the other's id stay two", () => {
  const models = [
    { name: "a-1", provider: "openai", model: "b-1" },
    { name: "b-1", provider: "openai", model: "a-1" },
    { name: "model-1", provider: "openai", model: "c" },
  ];
  const config = configSchema.parse({ models });
  const hidden = hiddenConfig(config, makeRewrite(makeAliases(config, fixtureManifest(), "/x"), new Set()));
  expect(hidden.models.map(({ name }) => name)).toEqual(["model-1", "model-2", "model-3"]);
});

it("a run of a model and an agent that are called as roles and stages are scores the same without names", async () => {
  const matrix = { workflows: ["plan_execute" as const], knowledge: ["prompt" as const] };
  await using context = await fixtureContext([], {}, { external_agents: ["score", "extractions"], matrix });
  const { runDirectory, config } = context;
  await scoreStage.run(context);
  const target = join(runDirectory, "anonymous");
  const stages = STAGES.slice(0, STAGES.indexOf(scoreStage) + 1);
  const done = { status: "complete" as const, inputs: null, outputs: {}, started_at: "", finished_at: null };
  const state = { ...done, duration_ms: 1, attempts: 1, summary: "" };
  const manifest = await updateManifest(runDirectory, () => ({
    stages: Object.fromEntries(stages.map(({ name }) => [name, state])),
  }));
  const { services, effects, signal } = context;
  await anonymiseRun({ runDirectory, config, manifest, target, stages, services, effects, signal, cwd: "/x" });
  const files = await readdir(target, { recursive: true });
  const names = configurationsOf(config).map((configuration) => `${configurationName(configuration)}.jsonl`);
  expect(files.filter((file) => names.some((name) => file.endsWith(name)))).toEqual([]);
  const scores = await readFile(join(target, "metrics/scores.jsonl"), "utf8");
  const models = scores
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { model: string }).model);
  expect(new Set(models)).toEqual(new Set(["model-1", "model-2", "model-3", "agent-1", "agent-2"]));
});

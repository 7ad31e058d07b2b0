import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { retrievalOf } from "../../../../agent/contract/contract.ts";
import { cellsOf, levelsOf } from "../../../../harness/record/config/factors/cells.ts";
import { factorProblems } from "../../../../harness/record/config/factors/problems.ts";
import { repeatsOf, repeatsText } from "../../../../harness/record/config/factors/repeats.ts";
import { levelConfigs, resolveConfig } from "../../../../harness/record/config/factors/resolve.ts";
import { loadConfig, type Overrides } from "../../../../harness/record/config/load.ts";
import { configurationsOf, countExecutions } from "../../../../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../../../../harness/record/config/schema.ts";
import { toRetrievalSettings } from "../../../../harness/record/config/to-agent.ts";
import {
  configurationName,
  parseConfigurationName,
  parseExecutionName,
} from "../../../../harness/record/domain/names.ts";
import { scoreRecordSchema } from "../../../../harness/record/domain/records.ts";
import { FILTER_KEYS } from "../../../../harness/results/selection/filters.ts";
import { gradedFrom } from "../../../../harness/run/stages/system-of.ts";
import { nonEmpty } from "../../../non-empty.ts";

async function load(bench: object, flags: Overrides = {}): Promise<Config> {
  const cwd = await mkdtemp(join(tmpdir(), "factors-"));
  await writeFile(join(cwd, "bench.yaml"), stringify(bench));
  return loadConfig({ cwd, environment: {}, flags });
}

async function problemsOf(bench: object, flags?: Overrides): Promise<readonly string[]> {
  return load(bench, flags).then(
    () => [],
    ({ problems }: { problems: string[] }) => problems,
  );
}

function namesOf(config: Config): string[] {
  return configurationsOf(config).map(configurationName);
}

const EXPLORER = { name: "explorer", provider: "policy", model: "explorer" };
const RAG = { models: [EXPLORER], workflows: ["vector_rag"], knowledge: ["prompt"] };

describe("factors", () => {
  it("names levels that change something, and leaves the base's name as it is without factors", async () => {
    const config = await load({ ...RAG, factors: { rerank: ["none", "llm_listwise"], depth: [10, 20, 50] } });
    expect(namesOf(config)).toEqual([
      "explorer__vector_rag__prompt__depth=10",
      "explorer__vector_rag__prompt",
      "explorer__vector_rag__prompt__depth=50",
      "explorer__vector_rag__prompt__rerank=llm_listwise__depth=10",
      "explorer__vector_rag__prompt__rerank=llm_listwise",
      "explorer__vector_rag__prompt__rerank=llm_listwise__depth=50",
    ]);
    const [first, base] = configurationsOf(config);
    expect(Object.fromEntries(levelsOf(config, first!))).toEqual({ rerank: "none", depth: "10" });
    expect(Object.fromEntries(levelsOf(config, base!))).toEqual({ rerank: "none", depth: "20" });
  });

  it("retriever leaves an agent one search at a time, and does not apply where a workflow is a search", async () => {
    const retriever = ["keyword", "vector", "hybrid"];
    const config = await load({ ...RAG, workflows: ["react", "vector_rag"], factors: { retriever } });
    expect(namesOf(config)).toEqual([
      ...retriever.map((name) => `explorer__react__prompt__retriever=${name}`),
      "explorer__vector_rag__prompt",
    ]);
    const families = levelConfigs(config).map(({ tool_families }) => tool_families);
    expect(families).toEqual(expect.arrayContaining(retriever.map((name) => [name, "artifact"])));
  });

  it("let a re-ranker choose from a level's own pool, where there is one", async () => {
    const pool = { levels: { usual: {}, wide: { "retrieval.pool": 100 } } };
    const config = await load({ ...RAG, factors: { rerank: ["none", "llm_listwise"], pool } });
    expect(namesOf(config)).toEqual([
      "explorer__vector_rag__prompt",
      "explorer__vector_rag__prompt__rerank=llm_listwise",
      "explorer__vector_rag__prompt__rerank=llm_listwise__pool=wide",
    ]);
    const { retrieval } = resolveConfig(config, configurationsOf(config)[2]!);
    expect(retrievalOf("vector_rag", toRetrievalSettings(retrieval))).toMatchObject({ pool: 100, answeredFrom: 20 });
  });

  it("grade by a level's own thresholds, where anything is graded", async () => {
    const strict = { "corrective.thresholds": { dense: 0.9, sparse: 0.8 } };
    const factors = { grade: ["no", "yes"], bar: { levels: { found: {}, strict } } };
    const config = await load({ ...RAG, factors });
    expect(namesOf(config)).toEqual([
      "explorer__vector_rag__prompt",
      "explorer__vector_rag__prompt__grade=yes",
      "explorer__vector_rag__prompt__grade=yes__bar=strict",
    ]);
    // A name that says grading is graded, too.
    const named = await load({ ...RAG, workflows: ["corrective_dense"], factors: { bar: factors.bar } });
    expect(namesOf(named)).toEqual([
      "explorer__corrective_dense__prompt",
      "explorer__corrective_dense__prompt__bar=strict",
    ]);
    // Nothing of the corpus is looked at where the threshold is given.
    const services = { substrate: () => Promise.reject(new Error("not needed")) };
    const resolved = resolveConfig(config, configurationsOf(config)[2]!);
    expect(await gradedFrom("vector_rag", { config: resolved, services })).toEqual({ gradeThreshold: 0.9 });
  });

  it("reads names back, of executions too, where a model's name looks like parts of one", () => {
    const name = "a__b__react__prompt__depth=50__rerank=llm_listwise";
    expect(parseConfigurationName(name)).toEqual({
      ...{ model: "a__b", workflow: "react", knowledge: "prompt" },
      levels: "depth=50__rerank=llm_listwise",
    });
    expect(parseExecutionName(`${name}__S001__3`)).toMatchObject({ model: "a__b", scenario_id: "S001", repeat: 3 });
  });

  it("names every level of a factor none of whose levels is what the file says", async () => {
    const config = await load({ ...RAG, factors: { depth: [10, 50] } });
    expect(namesOf(config)).toEqual([
      "explorer__vector_rag__prompt__depth=10",
      "explorer__vector_rag__prompt__depth=50",
    ]);
  });

  it("gives a configuration no level of a factor that cannot act in it, and runs equal ones once", async () => {
    const factors = { grade: ["no", "yes"], rewrite: ["no", "yes"], max_tool_calls: [50, 200] };
    const config = await load({ ...RAG, workflows: ["react", "vector_rag"], factors });
    expect(namesOf(config)).toEqual([
      "explorer__react__prompt__max_tool_calls=50",
      "explorer__react__prompt",
      "explorer__vector_rag__prompt",
      "explorer__vector_rag__prompt__grade=yes",
      "explorer__vector_rag__prompt__grade=yes__rewrite=yes",
    ]);
    expect(cellsOf(config).combinations).toBe(16);
    const plain = configurationsOf(config)[2]!;
    expect(Object.fromEntries(levelsOf(config, plain))).toEqual({ grade: "no" });
  });

  it("takes factors of one's own by patches, for the configurations that they are meant for", async () => {
    const levels = { usual: {}, brief: { "limits.max_tool_calls": 5, "limits.preview_rows": 3 } };
    const factors = { effort: { only: { workflow: ["react"] }, levels } };
    const config = await load({ ...RAG, workflows: ["react", "plan_execute"], factors });
    const [, brief, other] = configurationsOf(config);
    expect(resolveConfig(config, brief!).limits).toMatchObject({ max_tool_calls: 5, preview_rows: 3 });
    expect(resolveConfig(config, other!)).toBe(config);
    expect(levelsOf(config, other!).size).toBe(0);
  });

  it("changes the value of one model alone, and fills in what a value leaves out", async () => {
    const models = [
      { ...EXPLORER, context_window: 8_000 },
      { ...EXPLORER, name: "planner", model: "planner" },
    ];
    const factors = {
      context: [8000, 128_000],
      embedding: { levels: { lsa: {}, wide: { "substrate.embedding": { type: "lsa", dimensions: 256 } } } },
    };
    const config = await load({ ...RAG, models, factors });
    const wide = configurationsOf(config).find(({ levels }) => levels === "context=128000__embedding=wide");
    const resolved = resolveConfig(config, wide!);
    expect(resolved.models.map((model) => model.context_window)).toEqual([128_000, 128_000]);
    expect(resolved.substrate.embedding).toEqual({ type: "lsa", dimensions: 256, seed: 1 });
  });

  it("runs a list of combinations, or one change at a time", async () => {
    const factors = { rerank: ["none", "llm_listwise"], depth: [10, 20, 50] };
    const list = [{ depth: 50 }, { rerank: "llm_listwise", depth: 10 }, {}];
    expect(namesOf(await load({ ...RAG, factors, design: { list } })).map((name) => name.slice(28))).toEqual([
      "__depth=50",
      "__rerank=llm_listwise__depth=10",
      "",
    ]);
    const alone = await load({ ...RAG, factors, design: { one_at_a_time: true } });
    expect(namesOf(alone).map((name) => name.slice(28))).toEqual([
      "",
      "__rerank=llm_listwise",
      "__depth=10",
      "__depth=50",
    ]);
  });

  it("keeps names where flags choose levels and models", async () => {
    const factors = { depth: [10, 20, 50] };
    const config = await load({ ...RAG, factors }, { levels: ["depth=20"] });
    expect(namesOf(config)).toEqual(["explorer__vector_rag__prompt"]);
    const again = configSchema.parse(JSON.parse(JSON.stringify(config)));
    expect(namesOf(again)).toEqual(namesOf(config));
    expect(await problemsOf({ ...RAG, factors }, { levels: ["depth=7"] })).toEqual([
      "no level '7' of depth; expected 10, 20, 50",
    ]);
  });

  it("says everything that is wrong with a design at once", async () => {
    const factors = {
      depth: [10, 10],
      outcome: ["a", "b"],
      rerank: ["none", "magic"],
      budget: { levels: { a: { "limits.max_tool_cals": 3 }, b: {} } },
      alone: { levels: { one: { seed: 4 } } },
      first: { only: { workflow: ["react"] }, levels: { a: { "limits.max_tool_calls": 3 }, b: {} } },
      second: { levels: { a: { "limits.max_tool_calls": 4 }, b: {} } },
    };
    expect(
      await problemsOf({ ...RAG, factors, design: { list: [{ colour: "red" }, { depth: 11 }] } }),
    ).toMatchInlineSnapshot(`
      [
        "factors.depth: the level '10' repeats (names differ in more than capitals)",
        "factors.depth: 10 and 10 are the same configuration",
        "factors.outcome: no factor is built in under this name; expected grade, rewrite, rerank, depth, retriever, temperature, max_tokens, context, descriptions, memory, clarify, stemming, chunks or a limit, or \`levels:\` with patches",
        "factors.rerank.magic: retrieval.rerank: expected none, cross_encoder or llm_listwise, found "magic"",
        "factors.budget.a: no level can change 'limits.max_tool_cals'; did you mean limits.max_tool_calls?",
        "factors.alone.one: no level can change 'seed'; expected model.temperature, model.max_output_tokens, model.context_window, model.extra_body, retrieval.grade, retrieval.rewrite, retrieval.rerank, retrieval.answered_from, retrieval.pool, corrective.thresholds, tool_families, tool_descriptions, agent.memory, agent.clarify, agent.claims, live_sources.asked, live_sources.refinements, live_sources.rounds, safe_mode, policies, substrate.embedding, substrate.embedding.context_tokens, substrate.search.stemming, substrate.search.stop_words, substrate.search.split_names, substrate.search.k1, substrate.search.b, substrate.vector_index, substrate.hnsw, substrate.bm25, repeats, limits.*",
        "factors.first.only.workflow: there is no 'react' in this run; expected vector_rag",
        "factors.alone: expected two levels or more, found 1",
        "factors.first and factors.second both change limits.max_tool_calls; make them one factor",
        "design.list.0: no factor 'colour'; expected depth, outcome, rerank, budget, alone, first, second",
        "design.list.1: depth has no level '11'; expected 10, 10",
      ]
    `);
  });

  it("refuses a fraction of three levels, of factors that do not apply everywhere, or of too high a resolution", async () => {
    const factors = {
      rerank: ["none", "llm_listwise"],
      depth: [10, 20, 50],
      grade: ["no", "yes"],
      rewrite: ["no", "yes"],
    };
    const of = (names: string[], resolution = 3) => ({
      ...RAG,
      factors,
      design: { fraction: { of: names, resolution } },
    });
    expect(await problemsOf(of(["rerank", "depth", "colour"]))).toEqual([
      "design.fraction: depth has 3 levels, expected 2; leave it to be crossed in full",
      "design.fraction: no factor 'colour'; expected some of rerank, depth, grade, rewrite",
    ]);
    expect(await problemsOf(of(["rerank", "grade", "rewrite"]))).toEqual([
      "design.fraction: rewrite does not apply to every configuration of the run; leave it to be crossed in full",
    ]);
    expect((await problemsOf(of(["rerank", "grade", "rewrite"], 4))).join()).toContain(
      "there is no part of resolution 4 but all combinations",
    );
  });

  it("executes a configuration as often as the level says that asks for most, which is no change of what it does", async () => {
    const factors = {
      depth: { levels: { few: { "retrieval.answered_from": 10, repeats: 2 }, more: { repeats: 3 } } },
      rerank: { levels: { none: {}, listwise: { "retrieval.rerank": "llm_listwise", repeats: 5 } } },
    };
    const config = await load({ ...RAG, factors });
    expect(configurationsOf(config).map((one) => [configurationName(one), repeatsOf(config, one)])).toEqual([
      ["explorer__vector_rag__prompt__depth=few", 2],
      ["explorer__vector_rag__prompt__depth=few__rerank=listwise", 5],
      ["explorer__vector_rag__prompt", 3],
      ["explorer__vector_rag__prompt__rerank=listwise", 5],
    ]);
    expect([countExecutions(config, 10), repeatsText(config)]).toEqual([150, "2 to 5"]);
    const alone = { again: { levels: { once: {}, often: { repeats: 4 } } }, depth: [10, 20] };
    expect(await problemsOf({ ...RAG, factors: alone })).toEqual([
      "factors.again: often and once are the same configuration",
    ]);
    const none = { depth: { levels: { a: { "retrieval.answered_from": 10, repeats: 0 }, b: {} } } };
    expect(await problemsOf({ ...RAG, factors: none })).toEqual([
      expect.stringMatching(/^factors\.depth\.a: repeats: .*found 0/),
    ]);
  });

  it("refuses a factor that applies to nothing", async () => {
    expect(await problemsOf({ ...RAG, factors: { planner_iterations: [2, 6] } })).toMatchInlineSnapshot(`
      [
        "factors.planner_iterations: applies to no configuration of vector_rag; leave it out",
      ]
    `);
  });

  it("refuses names that no file could have", async () => {
    const long = (letter: string) => letter.repeat(30);
    const factors = Object.fromEntries(
      ["a", "b", "c"].map((letter) => [
        long(letter),
        {
          levels: {
            base: {},
            ["x".repeat(40)]: { [`limits.${{ a: "sql_row_cap", b: "preview_rows", c: "sql_max_limit" }[letter]}`]: 7 },
          },
        },
      ]),
    );
    expect((await problemsOf({ ...RAG, workflows: ["react"], factors })).join()).toContain("it becomes a file's name");
  });

  it("takes no name of a filter, or of a member of a record of scores, for a factor", () => {
    const members = Object.keys(scoreRecordSchema.shape);
    for (const name of nonEmpty([...new Set<string>([...FILTER_KEYS, ...members])])) {
      const levels = ["a", "b"].map((level, at) => ({ name: level, patch: { "limits.sql_row_cap": at + 1 } }));
      const config = configSchema.parse({ ...RAG, workflows: ["react"], factors: [{ name, base: null, levels }] });
      expect(factorProblems(config, { isRestricted: false }), name).toContainEqual(
        expect.stringContaining("the name is taken"),
      );
    }
  });
});

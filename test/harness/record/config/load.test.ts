import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig, type Overrides } from "../../../../harness/record/config/load.ts";
import { colorOrder } from "../../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-config-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const load = (flags: Overrides = {}, environment: Record<string, string> = {}, file?: string) =>
  loadConfig({ cwd, file, environment, flags });
const bench = (text: string) => writeFile(join(cwd, "bench.yaml"), text);

describe("loadConfig", () => {
  it("gives the built-in matrix without a file: 3 models x 2 workflows x 3 modes x 52 scenarios", async () => {
    const config = await load();
    expect([config.models.length, config.workflows.length, config.knowledge.length, config.scenarios.total]).toEqual([
      3, 2, 3, 52,
    ]);
    expect(config.runs_dir).toBe(join(cwd, "runs"));
  });

  it("a model's place among the colours is that in the file, whichever run; names of `color_order` come first", async () => {
    expect((await load({ models: ["sprinter"] })).plots.color_order).toEqual(["explorer", "planner", "sprinter"]);
    await bench("plots: { color_order: [gone, sprinter] }\n");
    const config = await load({ models: ["planner"] });
    expect(colorOrder(config)).toEqual(["gone", "sprinter", "explorer", "planner"]);
  });

  it("refuses a workflow that there is not, and says which was meant", async () => {
    await bench("workflows: [reakt]\n");
    await expect(load()).rejects.toMatchObject({ problems: [expect.stringMatching(/'reakt'.*did you mean react\?/)] });
  });

  it("refuses skills for a workflow that can load none, and takes it with the prompt alone", async () => {
    await bench("workflows: [react, keyword_rag, graph_rag]\n");
    await expect(load()).rejects.toMatchObject({
      problems: [expect.stringMatching(/keyword_rag, graph_rag can load no skills.*--knowledge prompt/)],
    });
    expect((await load({ knowledge: ["prompt"] })).workflows).toEqual(["react", "keyword_rag", "graph_rag"]);
  });

  it("takes file over default, environment over file, flags over environment", async () => {
    await bench("seed: 2\nconcurrency: 2\nrepeats: 2\n");
    const config = await load({ seed: 4 }, { SCOPEBENCH_SEED: "3", SCOPEBENCH_CONCURRENCY: "3" });
    expect([config.seed, config.concurrency, config.repeats]).toEqual([4, 3, 2]);
  });

  it.each([
    [
      "models: [{ name: m, provider: openai, model: m, base_url: 'https://user:SECRET@host/v1' }]",
      "models.0.base_url",
      "api_key_env",
    ],
    [
      "models: [{ name: m, provider: openai, model: m, base_url: 'https://SECRET@host/v1' }]",
      "models.0.base_url",
      "api_key_env",
    ],
    [
      "models: [{ name: m, provider: openai, model: m, base_url: 'https://host/v1?key=SECRET' }]",
      "models.0.base_url",
      "api_key_env",
    ],
    [
      "models: [{ name: m, provider: openai, model: m, base_url: 'https://host/SECRET/v1' }]",
      "models.0.base_url",
      "api_key_env",
    ],
    [
      "models: [{ name: m, provider: openai, model: m, extra_body: { user: SECRET } }]",
      "models.0.extra_body.user",
      "written into the run",
    ],
    [
      "judges: { primary: { type: llm, chain: [{ provider: openai, model: m, base_url: 'https://u:SECRET@host' }] } }",
      "judges.primary.chain.0.base_url",
      "api_key_env",
    ],
    [
      "enrichment: { model: { provider: openai, model: m, base_url: 'https://host/#token=SECRET' } }",
      "enrichment.model.base_url",
      "api_key_env",
    ],
    [
      "substrate: { embedding: { type: openai, model: m, dimensions: 8, base_url: 'https://host/v1?a=1&sig=SECRET' } }",
      "substrate.embedding.base_url",
      "api_key_env",
    ],
    ["external_agents: [{ name: s, type: http, url: 'http://u:SECRET@host' }]", "external_agents.0.url", "token_env"],
    [
      "external_agents: [{ name: s, type: command, command: [node, agent.mjs, --key=SECRET] }]",
      "external_agents.0.command.2",
      "environment",
    ],
    [
      "external_agents: [{ name: s, type: command, command: [node, 'https://u:SECRET@host'] }]",
      "external_agents.0.command.1",
      "environment",
    ],
    ["runs_dir: 'https://u:SECRET@host/runs'", "runs_dir", "written into the run"],
    [
      "prices: { sk-0123456789012345678901234: { input: 1, output: 1 } }\nruns_dir: sk-0123456789012345678901234",
      "runs_dir",
      "written into the run",
    ],
  ])(
    "refuses a credential that would be written into the run, and names the way without it: %s",
    async (text, path, way) => {
      const secret = "planted-credential";
      await bench(text.replaceAll("SECRET", secret));
      const error: unknown = await load({}, { MY_API_KEY: secret }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: "config",
        problems: [expect.stringMatching(`^${path}: found .*expected .*${way}`)],
      });
      expect(JSON.stringify(error)).not.toContain(secret);
    },
  );

  it("refuses one from the environment or a flag, and takes addresses that say no more than where something is", async () => {
    await expect(load({}, { SCOPEBENCH_CORPUS: "https://u:planted-credential@host/corpus" })).rejects.toMatchObject({
      problems: [expect.stringContaining("corpus.path: found an address with a user")],
    });
    await expect(load({ runsDir: "s3://u:p@host" })).rejects.toMatchObject({ code: "config" });
    await bench(
      "models: [{ name: planted, provider: openai, model: m, base_url: 'http://127.0.0.1:8080/v1/@team', api_key_env: MY_KEY }]",
    );
    expect((await load({}, { MY_KEY: "planted1" })).models[0]?.base_url).toBe("http://127.0.0.1:8080/v1/@team");
  });

  it("takes database, graph and BM25 dialect from flag, environment or file; a kind that the file describes keeps its details", async () => {
    await bench("substrate: { database: { type: postgres, url_env: TEAM_POSTGRES, prefix: team } }\n");
    const byFile = await load({}, { SCOPEBENCH_GRAPH: "neo4j" });
    expect(byFile.substrate).toMatchObject({
      database: { type: "postgres", url_env: "TEAM_POSTGRES", prefix: "team" },
      graph: { type: "neo4j", url_env: "SCOPEBENCH_NEO4J_URL", database: "neo4j" },
    });
    const byFlag = await load({ database: "embedded", graph: "age", bm25: "portable" }, { SCOPEBENCH_GRAPH: "neo4j" });
    expect(byFlag.substrate).toMatchObject({
      database: { type: "embedded" },
      graph: { type: "age" },
      bm25: "portable",
    });
    expect((await load({ database: "postgres" })).substrate.database).toMatchObject({ url_env: "TEAM_POSTGRES" });
    await expect(load({ database: "oracle" })).rejects.toMatchObject({ code: "config" });
  });

  it("gives a suite its own total, by file or flag; a total in the file counts for the file's own suite only", async () => {
    expect((await load({ suite: "abstention" })).scenarios).toMatchObject({ suite: "abstention", total: 400 });
    await bench("scenarios: { suite: scale, total: 1040 }\n");
    expect((await load()).scenarios.total).toBe(1040);
    expect((await load({ suite: "scale" })).scenarios.total).toBe(1040);
    expect((await load({ suite: "discovery" })).scenarios.total).toBe(100);
    expect((await load({ scenarioFile: "my.yaml" })).scenarios).toMatchObject({ file: join(cwd, "my.yaml") });
    expect((await load({ scenarioFile: "my.yaml" })).scenarios.suite).toBeUndefined();
    await expect(load({ suite: "abstention", scenarioFile: "my.yaml" })).rejects.toMatchObject({ code: "config" });
    await expect(load({ suite: "everything" })).rejects.toMatchObject({ code: "config" });
  });

  it("reports every problem of a file at once, each with its line", async () => {
    await bench("seed: 1\nmodles: []\nlimits:\n  sql_row_cap: -1\nknowledge: [promt]\n");
    await expect(load()).rejects.toMatchObject({ code: "config" });
    const error = await load().catch((caught: { problems: string[] }) => caught);
    const lines = (error as { problems: string[] }).problems
      .map((problem) => Number(/bench\.yaml:(\d+)/.exec(problem)?.[1]))
      .sort();
    expect(lines).toEqual([2, 4, 5]);
  });

  it("selects models by name and names the known ones otherwise", async () => {
    expect((await load({ models: ["sprinter"] })).models.map((model) => model.name)).toEqual(["sprinter"]);
    await expect(load({ models: ["sprintr"] })).rejects.toMatchObject({
      code: "config",
      hint: expect.stringContaining("sprinter"),
    });
  });

  it("refuses a policy model under a real model's name, and a workflow that does not exist", async () => {
    await bench("models: [{ name: gpt-5, provider: policy, model: explorer }]\n");
    await expect(load()).rejects.toMatchObject({ code: "config" });
    await expect(load({ workflows: ["nope"] }, {}, undefined)).rejects.toMatchObject({ code: "config" });
  });

  it("refuses an environment variable that is not a number", async () => {
    await expect(load({}, { SCOPEBENCH_SEED: "many" })).rejects.toMatchObject({ code: "config" });
  });

  it("finds relative paths from the file's folder, and those of flags from the current one", async () => {
    await bench("corpus: { type: folder, path: data }\nruns_dir: out\n");
    const config = await load();
    expect(config.corpus).toMatchObject({ path: join(cwd, "data") });
    expect(config.runs_dir).toBe(join(cwd, "out"));
    expect((await load({ corpus: "other" })).corpus).toMatchObject({ path: join(cwd, "other") });
  });

  it("writes runs where the command was started when the file does not say where, whatever folder it is in", async () => {
    await mkdir(join(cwd, "examples"));
    await writeFile(join(cwd, "examples", "x.yaml"), "seed: 2\n");
    await writeFile(join(cwd, "examples", "own.yaml"), "runs_dir: out\n");
    expect((await load({}, {}, "examples/x.yaml")).runs_dir).toBe(join(cwd, "runs"));
    expect((await load({}, {}, "examples/own.yaml")).runs_dir).toBe(join(cwd, "examples", "out"));
    expect((await load({ runsDir: "mine" }, {}, "examples/own.yaml")).runs_dir).toBe(join(cwd, "mine"));
  });

  it("is stable: a resolved configuration parses to itself", async () => {
    const config = await load();
    expect(configSchema.parse(config)).toEqual(config);
  });
});

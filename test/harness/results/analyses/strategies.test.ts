import { expect, it } from "vitest";
import { sayGain } from "../../../../harness/results/analyses/say-gain.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { strategies } from "../../../../harness/results/analyses/strategies.ts";
import { EXECUTION_METRIC_NAMES } from "../../../../harness/results/metrics/execution/registry.ts";
import { nonEmpty } from "../../../non-empty.ts";

type Planted = { identifier: number; structural: number; tokens: number };

/** Thirty look-ups and thirty questions about links: the same NDCG in each of a kind. */
function planted(workflow: string, { identifier, structural, tokens }: Planted) {
  const configuration = { model: "m", workflow, knowledge: "prompt" as const };
  const executions = Array.from({ length: 60 }, (_, at) => {
    const ndcg = at < 30 ? identifier : structural;
    const named: Record<string, number> = { tokens_in: tokens - 10, tokens_out: 10, tool_calls: 2 };
    const scores = Object.fromEntries(EXECUTION_METRIC_NAMES.map((name) => [name, { value: named[name] ?? ndcg }]));
    const scenario = {
      id: `S${at}`,
      family: at < 30 ? "lookup" : "impact",
      complexity: "single_hop",
      answerable: true,
    };
    return {
      scenario,
      record: { ...configuration, scenario_id: `S${at}`, scores, outcome: "success" },
      processCounts: null,
      cache: {},
    };
  });
  return { configuration, executions };
}

function compute(configurations: ReturnType<typeof planted>[], price?: object) {
  const executions = configurations.flatMap((one) => one.executions);
  const models = [{ name: "m", provider: "openai", price }];
  return strategies.compute({ configurations, executions, config: { models } } as unknown as Scored, {});
}

const KEYWORD = planted("keyword_rag", { identifier: 0.9, structural: 0.1, tokens: 1000 });
const GRAPH = planted("graph_rag", { identifier: 0.2, structural: 0.4, tokens: 2000 });
const BOUND = planted("graph_rag_oracle", { identifier: 1, structural: 1, tokens: 10 });
const AGENT = planted("react", { identifier: 0.9, structural: 0.81, tokens: 9000 });

it("says for each kind of question what the agent takes and gains over its best strategy, no upper bound among them", () => {
  const { gains } = compute([KEYWORD, GRAPH, BOUND, AGENT]);
  expect(gains.map(({ query_type, first, second }) => [query_type, first, second])).toEqual([
    ["identifier", "m__react__prompt", "m__keyword_rag__prompt"],
    ["structural", "m__react__prompt", "m__graph_rag__prompt"],
  ]);
  const [identifier, structural] = gains.map(sayGain);
  expect(identifier).toMatch(
    /^For identifier questions ReAct takes 9\.0 times the tokens of Keyword RAG, and no difference in NDCG@10 is shown \(0\.00 observed, −0\.\d\d to 0\.\d\d, p = 1\.000, n = 30\)\.$/,
  );
  expect(structural).toMatch(
    /^For structural questions ReAct takes 4\.5 times the tokens of Graph RAG, and gains 0\.41 in NDCG@10 \(0\.\d\d to 0\.\d\d, p < 0\.001, n = 30\)\.$/,
  );
});

it("says a loss, and dollars where prices are known; nothing without both sides", () => {
  const worse = planted("react", { identifier: 0.1, structural: 0.1, tokens: 9000 });
  const [gain] = compute([KEYWORD, worse], { input: 1, output: 1 }).gains;
  expect([gain!.cost_ratio, sayGain(gain!)]).toEqual([
    9,
    expect.stringMatching(/ReAct costs 9\.0 times as much as Keyword RAG, and loses 0\.80 in NDCG@10/),
  ]);
  expect(compute([KEYWORD, GRAPH]).gains).toEqual([]);
  expect(compute([AGENT]).gains).toEqual([]);
});

it("corrects over all pairs that could have been named, since agent and strategy are chosen by what came out", () => {
  const holms = (strategies: number) => {
    const others = Array.from({ length: strategies }, (_, at) =>
      planted(`other_${at}`, { identifier: 0.4, structural: 0.4, tokens: 1000 }),
    );
    return compute([KEYWORD, AGENT, ...others]).gains.map(({ p, holm_p }) => holm_p! / p!);
  };
  const [, alone] = holms(0);
  const [, beside] = holms(5);
  expect(alone).toBeLessThanOrEqual(2);
  expect(beside).toBeGreaterThan(5);
});

it("holds an external agent against the strategies of all models", () => {
  const external = planted("own", { identifier: 0.9, structural: 0.9, tokens: 500 });
  Object.assign(external.configuration, { model: "theirs", knowledge: "own" });
  const { gains } = compute([KEYWORD, GRAPH, external]);
  expect(gains.map(({ model, second }) => [model, second])).toEqual([
    ["theirs", "m__keyword_rag__prompt"],
    ["theirs", "m__graph_rag__prompt"],
  ]);
  expect(sayGain(gains[1]!)).toMatch(
    /^For structural questions theirs takes 0\.25 times the tokens of Graph RAG by m, and gains 0\.50/,
  );
});

it("says what so few questions could show, and how many executions failed", () => {
  const few = (one: ReturnType<typeof planted>, executions = one.executions.slice(27, 33)) => ({ ...one, executions });
  const agent = few(planted("react", { identifier: 1, structural: 0, tokens: 9000 }));
  for (const { record } of nonEmpty(agent.executions.slice(3))) record.outcome = "timeout";
  const [identifier, structural] = compute([few(KEYWORD), few(GRAPH), agent]).gains;
  expect([identifier!.n, identifier!.fewest_scenarios]).toEqual([3, 8]);
  expect(sayGain(identifier!)).toMatch(/ n = 3, too few: it takes 8 to show any\)\.$/);
  expect(sayGain({ ...structural!, tokens_ratio: null })).toMatch(
    /^For structural questions ReAct is held against Graph RAG: no difference .*\); 3 executions of ReAct failed\.$/,
  );
});

it("what an agent takes is told on the scenarios of which both sides tell", () => {
  const agent = planted("react", { identifier: 0.9, structural: 0.9, tokens: 9000 });
  for (const { record } of nonEmpty(agent.executions.slice(0, 20)))
    Object.assign(record.scores, { tokens_in: { value: null, reason: "missing" } });
  const keyword = planted("keyword_rag", { identifier: 0.9, structural: 0.1, tokens: 1000 });
  for (const { record } of nonEmpty(keyword.executions.slice(0, 20)))
    Object.assign(record.scores, { tokens_in: { value: 89_990 } });
  expect(compute([keyword, agent]).gains[0]!.tokens_ratio).toBe(9);
});

it("the frontier holds what no other reaches for less, by kind, without upper bounds", () => {
  const { rows } = compute([KEYWORD, GRAPH, BOUND, AGENT]);
  const on = (type: string) => rows.filter(({ query_type, frontier }) => query_type === type && frontier);
  expect(on("identifier").map(({ workflow }) => workflow)).toEqual(["keyword_rag"]);
  expect(on("structural").map(({ workflow }) => workflow)).toEqual(["keyword_rag", "graph_rag", "react"]);
  const nothing = planted("vector_rag", { identifier: 0, structural: 0, tokens: 1 });
  expect(compute([nothing, KEYWORD]).rows.find(({ workflow }) => workflow === "vector_rag")!.frontier).toBe(false);
  expect(rows.find(({ query_type }) => query_type === "all")).toMatchObject({
    executions: 60,
    tokens: 1000,
    tool_calls: 2,
    requests: null,
    cost: null,
  });
});

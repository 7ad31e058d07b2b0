import { afterAll, beforeAll, expect, it } from "vitest";
import { isAgentic, madeOf, type ScopeAgent, WORKFLOWS, type Workflow } from "../../../agent/contract/contract.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { type Reply, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeTask } from "../task.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
});
afterAll(() => substrate?.close());

const NOTHING: Reply = { type: "text", text: "No supported recommendation: there is nothing." };
const SEARCH = { query: "handover in the lab", types: ["test_case"], limit: 3 };
const call = (name: string, args: Record<string, unknown>): Reply => ({ type: "calls", calls: [{ name, args }] });

/**
 * A planner that hands out one task, an agent that searches once by each of the three searches, and what re-ranks: a model that
 * turns the first two round or, where it is told so, fails; a cross-encoder that turns all of them round.
 */
async function run(workflow: Workflow, { fails = false } = {}) {
  const searches = ["keyword_search", "vector_search", "hybrid_search"];
  const provider = await startProvider(({ path, body }) => {
    const { messages, tools, documents } = body as {
      messages: { content: unknown }[];
      tools?: { function: { name: string } }[];
      documents?: string[];
    };
    const isReranker = path.endsWith("/rerank") || /put records in order/.test(JSON.stringify(messages[0]));
    if (isReranker && fails) return { type: "status", status: 401 };
    if (documents)
      return { type: "raw", body: { results: documents.map((_text, index) => ({ index, relevance_score: index })) } };
    if (isReranker) return { type: "text", text: "[2] > [1]" };
    const offered = tools?.map(({ function: { name } }) => name) ?? [];
    if (offered.includes("task") && messages.length === 2)
      return call("task", { description: "search", subagent_type: "executor" });
    const next = offered.includes("keyword_search") ? searches.shift() : undefined;
    return next ? call(next, SEARCH) : NOTHING;
  });
  const crossEncoder = {
    ...{ protocol: "cohere" as const, baseUrl: provider.url, model: "ce-1", maxRetries: 0, timeoutMs: 60_000 },
  };
  let system: ScopeAgent | undefined;
  try {
    system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {}, crossEncoder });
    const task = makeTask({ workflow, turns: ["tests about handover"] });
    const model = { ...task.model, provider: "openai" as const, model: "any-1", baseUrl: provider.url };
    const result = await system.run({ ...task, model: { ...model, requestTimeoutMs: 60_000 } });
    return { result, trace: await system.readTrace(task) };
  } finally {
    await system?.close();
    await provider.close();
  }
}

const AGENTS = WORKFLOWS.map((name) => [name, madeOf(name)] as const)
  .filter(([name, { of }]) => isAgentic(of) && name !== of)
  .map(([name, { settings }]) => [name, settings] as const);

it.each(AGENTS)(
  "%s sees the best of what each search found, in the re-ranker's order",
  async (workflow, { rerank }) => {
    const { result, trace } = await run(workflow);
    expect(result.outcome).toBe("success");
    const found = trace.toolCalls.filter(({ family }) => family !== "delegation");
    expect(found.map(({ tool, status }) => [tool, status])).toEqual(
      ["keyword_search", "vector_search", "hybrid_search"].map((tool) => [tool, "success"]),
    );
    const wide = { limit: 50, filter: { types: ["test_case" as const] } };
    const pools = await Promise.all([
      substrate.search.keyword(SEARCH.query, wide),
      substrate.search.vector(SEARCH.query, wide),
      substrate.search.hybrid(SEARCH.query, { ...wide, pool: 50, k: 60 }),
    ]);
    for (const [at, pool] of nonEmpty([...pools.entries()])) {
      const ids = pool.map(({ id }) => id);
      const order = rerank === "cross_encoder" ? ids.toReversed() : [ids[1], ids[0], ...ids.slice(2)];
      const { rows } = JSON.parse(found[at]!.preview) as { rows: { id: string }[] };
      expect(rows.map(({ id }) => id)).toEqual(order.slice(0, SEARCH.limit));
    }
    expect(trace.roles?.reranker?.modelCalls ?? 0).toBe(rerank === "cross_encoder" ? 0 : 3);
  },
);

it.each(AGENTS)("%s comes to no result where its re-ranker refuses", async (workflow, { rerank }) => {
  const { result } = await run(workflow, { fails: true });
  const code = rerank === "cross_encoder" ? "server_lost" : "provider_401";
  expect([result.outcome, result.turns[0]?.error?.code]).toEqual(["infrastructure", code]);
});

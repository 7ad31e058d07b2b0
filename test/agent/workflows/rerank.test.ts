import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CrossEncoderEndpoint,
  RETRIEVAL_WORKFLOWS,
  rerankerOf,
  type Workflow,
} from "../../../agent/contract/contract.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import { crossEncode } from "../../../agent/workflows/rerank/cross-encoder.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { type Reply, type Script, startProvider } from "../../loopback/provider.ts";
import { makeTask } from "../task.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
});
afterAll(() => substrate?.close());

const HITS = ["a", "b", "c"].map((id) => ({ id, title: `title ${id}`, snippet: `text ${id}` }));
const ASKED = { question: "which?", hits: HITS };
const ENVIRONMENT = { RERANK_KEY: "rk-planted-4711" };

/** What a server over a socket makes of one request. */
async function encode(script: Script | readonly Reply[], changes: Partial<CrossEncoderEndpoint> = {}) {
  const server = await startProvider(script);
  const endpoint: CrossEncoderEndpoint = {
    ...{
      protocol: "cohere",
      baseUrl: server.url,
      model: "ce-1",
      apiKeyEnv: "RERANK_KEY",
      maxRetries: 1,
      timeoutMs: 60_000,
    },
    ...changes,
  };
  try {
    const order = await crossEncode({ endpoint, environment: ENVIRONMENT }, ASKED);
    return { order, requests: server.requests };
  } finally {
    await server.close();
  }
}
const raw = (body: unknown): Reply => ({ type: "raw", body });
const results = (...scores: number[]) => scores.map((relevance_score, index) => ({ index, relevance_score }));

describe("a cross-encoder behind /rerank", () => {
  it("of Cohere's form is sent the question, the records and the key, and orders by its scores", async () => {
    const { order, requests } = await encode([raw({ id: "x", results: results(0.1, 0.9, 0.1).reverse(), meta: {} })]);
    expect(order).toEqual({ ids: ["b", "a", "c"], scores: [0.9, 0.1, 0.1] });
    expect(requests.map(({ path, body, headers }) => [path, body, headers.authorization])).toEqual([
      [
        "/v1/rerank",
        {
          ...{ model: "ce-1", query: "which?", top_n: 3, return_documents: false },
          documents: HITS.map(({ title, snippet }) => `${title}\n${snippet}`),
        },
        "Bearer rk-planted-4711",
      ],
    ]);
  });

  it("of Text Embeddings Inference's form is sent texts, and gives a bare list", async () => {
    const answer = [2, 0, 1].map((index) => ({ index, score: 1 - index }));
    const { order, requests } = await encode([raw(answer)], { protocol: "tei", apiKeyEnv: undefined });
    expect(order).toEqual({ ids: ["a", "b", "c"], scores: [1, 0, -1] });
    expect([Object.keys(requests[0]!.body), requests[0]!.headers.authorization]).toEqual([
      ["query", "texts", "truncate"],
      undefined,
    ]);
  });

  it("is asked again where it is busy", async () => {
    const { order, requests } = await encode([{ type: "status", status: 503 }, raw({ results: results(1, 2, 3) })]);
    expect([order.ids, requests.length]).toEqual([["c", "b", "a"], 2]);
  });

  it.each([
    ["too few scores", { results: results(1, 2) }],
    ["an index twice", { results: [...results(1, 2), { index: 1, relevance_score: 3 }] }],
    ["an index that was not sent", { results: [...results(1, 2, 3), { index: 3, relevance_score: 3 }] }],
    ["another form", { data: [] }],
    ["no numbers", { results: [{ index: 0, relevance_score: "high" }] }],
  ])("with %s is an error that says what was expected", async (_what, body) => {
    await expect(encode([raw(body)])).rejects.toMatchObject({
      code: "substrate",
      message: "re-ranking by ce-1: expected a score for each of 3 records",
    });
  });

  it("that refuses the key, or is not there, is a lost server, and the key is in no message", async () => {
    const refused = encode([{ type: "status", status: 401, body: { message: "bad key rk-planted-4711" } }]);
    await expect(refused).rejects.toMatchObject({ name: "ServerLost", code: "credentials" });
    await expect(refused).rejects.not.toThrow(/4711/);
    await expect(encode([], { baseUrl: "http://127.0.0.1:9/v1", maxRetries: 0 })).rejects.toMatchObject({
      name: "ServerLost",
    });
  });
});

const WORKFLOWS = RETRIEVAL_WORKFLOWS.filter((name) => rerankerOf(name) === "cross_encoder");

it.each(WORKFLOWS)(
  "%s has its records ordered by the endpoint, the model answers from the best 20",
  async (workflow) => {
    const { trace, requests } = await run(workflow);
    const step = trace.steps?.find(({ node }) => node === "rerank");
    const [retrieved] = trace.steps!;
    expect([step?.by, step?.ids, step?.scores?.length]).toEqual([
      "cross_encoder",
      [...retrieved!.ids!].reverse(),
      retrieved!.ids!.length,
    ]);
    expect(requests.map(({ path }) => path)).toEqual(["/v1/rerank", "/v1/chat/completions"]);
    const messages = JSON.stringify(requests[1]!.body.messages);
    expect(messages.indexOf(step!.ids![0]!)).toBeLessThan(messages.indexOf(step!.ids![1]!));
    expect(trace.modelCalls).toBe(1);
  },
);

it.each<[string, Reply]>([
  ["scores that are no numbers", raw('{"results":[{"index":0,"relevance_score":NaN}]}')],
  ["too few scores", raw({ results: results(1) })],
  ["a path that it does not know", { type: "status", status: 404 }],
])("%s are the endpoint's failure and not the agent's: no result", async (_what, reply) => {
  const { result, requests } = await run("keyword_rag_cross_encoder", reply);
  expect([result.outcome, requests.map(({ path }) => path)]).toEqual(["infrastructure", ["/v1/rerank"]]);
});

async function run(workflow: Workflow, reranked?: Reply) {
  const server = await startProvider(({ path, body }) =>
    path.endsWith("/rerank")
      ? (reranked ?? raw({ results: results(...(body.documents as string[]).map((_text, at) => at)) }))
      : { type: "text", text: "No supported recommendation: there is nothing." },
  );
  const crossEncoder = {
    protocol: "cohere" as const,
    baseUrl: server.url,
    model: "ce-1",
    maxRetries: 0,
    timeoutMs: 9000,
  };
  const system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {}, crossEncoder });
  try {
    const task = makeTask({
      workflow,
      turns: ["tests about handover"],
      changes: { gradeThreshold: -1, starts: ["REQ-201"] },
    });
    const model = { ...task.model, provider: "openai" as const, model: "any-1", baseUrl: server.url };
    const result = await system.run({ ...task, model: { ...model, requestTimeoutMs: 60_000 } });
    return { result, trace: await system.readTrace(task), requests: server.requests };
  } finally {
    await system.close();
    await server.close();
  }
}

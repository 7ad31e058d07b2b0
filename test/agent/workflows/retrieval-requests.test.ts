import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ScopeAgent } from "../../../agent/contract/contract.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import { sha256 } from "../../../base/hash.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { type LoopbackProvider, startProvider } from "../../loopback/provider.ts";
import { makeTask } from "../task.ts";

/** One strategy of a user's own: calls at once, and two that fail. */
const OWN = `export async function retrieve({ call, question }) {
  const wide = "SELECT test_case_id, repeat(name || ' ', 40) AS text FROM canon.test_case ORDER BY test_case_id";
  await Promise.all([call("keyword_search", { query: "lab" }), call("sql_query", { sql: wide, limit: 50 })]);
  await call("graph_impact", { id: "NOTHING-1", question });
}`;

let substrate: Substrate;
let system: ScopeAgent;
let provider: LoopbackProvider;
let folder: string;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  folder = await mkdtemp(join(tmpdir(), "scopebench-requests-"));
  await writeFile(join(folder, "own.mjs"), OWN);
  const retrievals = [{ name: "my_strategy", path: join(folder, "own.mjs") }];
  const answers = {
    rewriter: "Query: `handover`",
    reranker: "[2] > [1]",
    writer: "Run TC-1001.",
  };
  provider = await startProvider(({ path, body }) => {
    const documents = body.documents as string[] | undefined;
    if (path.endsWith("/rerank"))
      return { type: "raw", body: { results: documents!.map((_text, index) => ({ index, relevance_score: index })) } };
    const [first] = body.messages as { content: string }[];
    const said = JSON.stringify(first);
    const role = /rewrite search queries/.test(said)
      ? "rewriter"
      : /put records in order/.test(said)
        ? "reranker"
        : "writer";
    return { type: "text", text: answers[role] };
  });
  const crossEncoder = {
    ...{ protocol: "cohere" as const, baseUrl: provider.url, model: "ce-1", maxRetries: 0, timeoutMs: 60_000 },
  };
  system = await openScopeAgent({
    substrate,
    stateLocation: { journal: null },
    environment: {},
    retrievals,
    crossEncoder,
  });
});
afterAll(async () => {
  await system?.close();
  await provider?.close();
  await substrate?.close();
  await rm(folder, { recursive: true, force: true });
});

const SEARCHES = ["keyword_rag", "vector_rag", "hybrid_rag", "graph_rag", "graph_rag_oracle"];
const WORKFLOWS = [
  ...SEARCHES,
  ...["keyword_rag", "vector_rag", "hybrid_rag"].flatMap((name) => [`${name}_llm_listwise`, `${name}_cross_encoder`]),
  ...["static_dense", "static_sparse", "corrective_dense", "corrective_sparse", "corrective_no_rewrite"],
  ...["corrective_no_rerank", "corrective_no_grade", "corrective_no_grade_rewrite", "my_strategy"],
];
/** Two turns, each answered once without a list, which is sent back. */
const QUESTIONS = [
  ["Which tests are about handover in the lab?", "and paging?"],
  ["tests linked to REQ-201, like TC-1001 and for MSG-1"],
];

it("what a model is sent stays the same, request by request, by every way to retrieve and to correct", async () => {
  const lines: string[] = [];
  for (const workflow of WORKFLOWS)
    for (const [at, turns] of QUESTIONS.entries()) {
      const before = provider.requests.length;
      const good = workflow === "corrective_no_rewrite" ? -1 : 0.2;
      const changes = { gradeThreshold: at === 0 ? good : 1, starts: ["REQ-201"], threadName: "one" };
      const task = makeTask({ workflow, turns, thread: `${workflow}-${at}`, changes });
      const model = { ...task.model, provider: "openai" as const, model: "any-1", baseUrl: provider.url };
      const { outcome } = await system.run({ ...task, model: { ...model, requestTimeoutMs: 60_000 } });
      const sent = provider.requests.slice(before).map(({ path, body }) => [path, withoutSystem(body)]);
      lines.push(`${workflow} ${at} ${outcome} ${sent.length} ${sha256(JSON.stringify(sent)).slice(0, 16)}`);
    }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../output/retrieval-requests.txt");
});

/** Prompts have tests of their own. */
function withoutSystem({ messages, ...rest }: Record<string, unknown>): unknown {
  return { ...rest, messages: (messages as { role: string }[] | undefined)?.filter(({ role }) => role !== "system") };
}

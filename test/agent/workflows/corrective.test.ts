import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../agent/answer/answer.ts";
import { RETRIEVAL_WORKFLOWS, retrievalOf, type ScopeTask, type Workflow } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { readOrder } from "../../../agent/workflows/rerank/llm-listwise.ts";
import { grade } from "../../../agent/workflows/retrieval/grade.ts";
import { drawRetrieval, NOTHING_PASSES } from "../../../agent/workflows/retrieval/graph.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Reply, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const agent = smallAgent();
let threads = 0;

const QUESTION = "Which tests are about handover in the lab?";
const NOTHING: Reply = { type: "text", text: "No supported recommendation: there is nothing." };
type Sent = { role: string; content: string | { text: string }[] };
const textOf = ({ content }: Sent) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("");
const sentIn = (body: Record<string, unknown> | undefined) => (body!.messages as Sent[]).map(textOf);
const partOf = (body: Record<string, unknown>) => {
  const [system = ""] = sentIn(body);
  return /rewrite search queries/.test(system)
    ? "rewriter"
    : /put records in order/.test(system)
      ? "reranker"
      : "writer";
};

/** Over the wire, as any provider is asked: a rewriter that shortens, a re-ranker that turns the first two round. */
async function ask(workflow: Workflow, changes: Partial<ScopeTask>, turns = [QUESTION]) {
  const provider = await startProvider(({ body }) => {
    const said = { rewriter: "Query: `handover`\nBecause it is shorter.", reranker: "[2] > [1]" } as Record<
      string,
      string
    >;
    const text = said[partOf(body)];
    return text ? { type: "text", text } : NOTHING;
  });
  try {
    const task = makeTask({ workflow, turns, thread: `corrective-${threads++}`, changes });
    const model = loopbackModel(provider.url);
    const result = await agent.system.run({ ...task, model });
    return { result, trace: await agent.system.readTrace(task), requests: provider.requests.map(({ body }) => body) };
  } finally {
    await provider.close();
  }
}

/** Where the upper bound begins. */
const TOLD = { starts: ["REQ-201"] };
const CALLS = {
  graph: ["identifier_lookup", "hybrid_search", "graph_impact"],
  graph_oracle: ["identifier_lookup", "graph_impact"],
} as Record<string, string[]>;
/** Those whose re-ranker is a cross-encoder: rerank.test.ts. */
const LISTWISE = RETRIEVAL_WORKFLOWS.map((name) => [name, retrievalOf(name)!] as const).filter(
  ([, { rerank }]) => rerank !== "cross_encoder",
);

describe("corrective retrieval", () => {
  it.each(LISTWISE)(
    "%s: good results are put in order where it does so, and answered from, over the wire",
    async (workflow, level) => {
      const { result, trace, requests } = await ask(workflow, { gradeThreshold: -1, ...TOLD });
      expect(result.outcome).toBe("success");
      const nodes = [
        "retrieve",
        ...(level.grade ? ["grade"] : []),
        ...(level.rerank === "none" ? [] : ["rerank"]),
        "generate",
      ];
      expect(trace.steps?.map(({ node }) => node)).toEqual(nodes);
      expect(requests.map(partOf)).toEqual(level.rerank === "none" ? ["writer"] : ["reranker", "writer"]);
      expect(requests.every((body) => !("tools" in body))).toBe(true);
      expect(trace.toolCalls.map(({ tool, status }) => [tool, status])).toEqual(
        (CALLS[level.search] ?? [level.search]).map((tool) => [tool, "success"]),
      );
      expect([trace.modelCalls, trace.requests?.length]).toEqual([requests.length, requests.length]);
      const [retrieved] = trace.steps!;
      const [first, second, ...rest] = retrieved!.ids!;
      const order = level.rerank === "none" ? [first, second, ...rest] : [second, first, ...rest];
      const shown = sentIn(requests.at(-1)).findLast((text) => text.startsWith("Records retrieved"));
      const rows = JSON.parse(shown!.split("\n").slice(1).join("\n")).rows as { id?: string; test_case_id?: string }[];
      expect(rows.map(({ id, test_case_id }) => id ?? test_case_id)).toEqual(order.slice(0, 20));
    },
  );

  it("a pool is no larger than the limits allow", async () => {
    const limits = { ...STUDY_LIMITS, keywordMax: 2, keywordDefault: 2 };
    const { trace } = await ask("keyword_rag_llm_listwise", { limits });
    expect(trace.toolCalls.map(({ status, arguments: args }) => [status, args])).toEqual([
      ["success", expect.objectContaining({ limit: 2 })],
    ]);
    expect(trace.steps?.[1]?.ids).toHaveLength(2);
  });

  it("weak results have the query written anew, as often as it may be, and are not answered from in the end", async () => {
    const { trace, requests } = await ask("corrective_dense", { gradeThreshold: 1 });
    expect(trace.steps?.map(({ node, query, decision }) => [node, query ?? decision])).toEqual([
      ["retrieve", QUESTION],
      ["grade", "weak"],
      ["rewrite", "handover"],
      ["retrieve", "handover"],
      ["grade", "weak"],
      ["rewrite", "handover"],
      ["retrieve", "handover"],
      ["grade", "weak"],
      ["abstain", undefined],
    ]);
    expect(requests.map(partOf)).toEqual(["rewriter", "rewriter"]);
    expect(sentIn(requests[1])[1]).toMatch(/1\. Which tests.*\n {3}- .*[\s\S]*\n2\. handover\n {3}- /);
    expect([trace.answers, trace.modelCalls, trace.contract]).toEqual([
      [NOTHING_PASSES],
      2,
      { violations: [], retries: 0, fallback: false },
    ]);
    expect(parseAnswer(NOTHING_PASSES)).toMatchObject({ abstained: true, ranked: [] });
    expect(Object.keys(trace.roles!)).toEqual(["rewriter"]);
  });

  it("what a rewritten query finds is graded by that query, and answered from where it is good", async () => {
    const cosines = [QUESTION, "handover"].map(async (query) => {
      const hits = await agent.substrate.search.vector(query, { limit: 10, filter: { types: ["test_case"] } });
      return hits.map(({ score }) => score).reduce((sum, score) => sum + score / hits.length, 0);
    });
    const [asked, rewritten] = await Promise.all(cosines);
    expect(rewritten).toBeGreaterThan(asked!);
    const { trace, requests } = await ask("corrective_no_rerank", { gradeThreshold: (asked! + rewritten!) / 2 });
    expect(trace.steps?.map(({ node }) => node)).toEqual([
      ...["retrieve", "grade", "rewrite", "retrieve", "grade", "generate"],
    ]);
    expect(trace.steps?.at(-2)?.meanCosine).toBeCloseTo(rewritten!, 6);
    const shown = sentIn(requests.at(-1)).filter((text) => text.startsWith("Records retrieved"));
    expect(shown.map((text) => text.split("\n")[0])).toEqual([expect.stringContaining('"query":"handover"')]);
  });

  it.each([
    ["corrective_no_rewrite", ["retrieve", "grade", "abstain"]],
    ["corrective_no_grade", ["retrieve", "rerank", "generate"]],
    ["corrective_no_grade_rewrite", ["retrieve", "rerank", "generate"]],
    ["static_sparse", ["retrieve", "generate"]],
  ] as const)("%s of what would be weak: %j", async (workflow, nodes) => {
    const { trace } = await ask(workflow, { gradeThreshold: 1 });
    expect(trace.steps?.map(({ node }) => node)).toEqual(nodes);
  });

  it("each turn begins anew, and nothing of an abstention's records is shown later", async () => {
    const { trace, requests } = await ask("corrective_no_rewrite", { gradeThreshold: 1 }, [QUESTION, "and paging?"]);
    expect(trace.steps?.map(({ turn, node }) => [turn, node])).toEqual(
      [0, 1].flatMap((turn) => ["retrieve", "grade", "abstain"].map((node) => [turn, node])),
    );
    expect([trace.answers, requests]).toEqual([[NOTHING_PASSES, NOTHING_PASSES], []]);
  });

  it("is told by its task from where on a retrieval is good, and cannot be asked without", async () => {
    const task = makeTask({ workflow: "corrective_dense", turns: [QUESTION], thread: "without" });
    await expect(agent.system.run(task)).rejects.toMatchObject({ code: "config" });
  });

  it("stand-ins recommend nothing that was not shown, and the same again for the same seed", async () => {
    for (const [workflow] of nonEmpty(
      LISTWISE.filter(([name]) => name.startsWith("corrective") || name.startsWith("graph")),
    ))
      for (const profile of ["explorer", "planner", "sprinter"]) {
        const run = async (thread: string) => {
          const task = makeTask({
            profile,
            workflow,
            turns: [QUESTION],
            thread,
            changes: { gradeThreshold: 0.2, ...TOLD },
          });
          await agent.system.run({ ...task, threadName: "same" });
          const { toolCalls, answers, contract, steps } = await agent.system.readTrace(task);
          return {
            toolCalls,
            answers,
            contract,
            steps: steps!.map(({ startMs: _s, durationMs: _d, ...step }) => step),
          };
        };
        const [one, other] = [await run(`a-${workflow}-${profile}`), await run(`b-${workflow}-${profile}`)];
        const { ranked } = parseAnswer(one.answers[0]!);
        const shown = one.toolCalls.map(({ preview }) => preview).join();
        expect(ranked.filter((id) => !shown.includes(`"${id}"`))).toEqual([]);
        expect([one.contract.fallback, one.steps, one.answers]).toEqual([false, other.steps, other.answers]);
      }
  });
});

const draw = (workflow: Workflow) => drawRetrieval(retrievalOf(workflow)!);

describe("its parts", () => {
  it("is drawn from the compiled graph of each workflow: one edge for each decision out of the grade, rewrites lead back", async () => {
    const drawn = await draw("corrective_dense");
    expect(drawn.edges.filter(({ from }) => from === "grade")).toEqual([
      { from: "grade", to: "rerank", when: "good" },
      { from: "grade", to: "rewrite", when: "weak" },
      { from: "grade", to: "abstain", when: "nothing" },
    ]);
    expect(drawn.edges).toContainEqual({ from: "rewrite", to: "retrieve" });
    const nodes = async (workflow: Workflow) =>
      (await draw(workflow)).nodes.filter((name) => !name.startsWith("__")).sort();
    expect(await nodes("static_dense")).toEqual(["generate", "retrieve"]);
    expect(await nodes("corrective_no_rewrite")).toEqual(["abstain", "generate", "grade", "rerank", "retrieve"]);
    expect(await draw("corrective_no_grade")).toEqual(await draw("vector_rag_llm_listwise"));
  });

  it.each([
    ["nothing found", [], { meanCosine: null, contextPrecision: 0, decision: "weak" }],
    ["mean and share at the threshold", [0.6, 0.4], { meanCosine: 0.5, contextPrecision: 0.5, decision: "good" }],
    ["a mean below it", [0.6, 0.3], { contextPrecision: 0.5, decision: "weak" }],
    ["a high mean of few", [2, 0.3, 0.3], { contextPrecision: 1 / 3, decision: "weak" }],
  ])("grades %s", (_what, cosines, expected) => {
    expect(grade(cosines, 0.5)).toMatchObject(expected);
  });

  it.each([
    ["[3] > [1]", ["c", "a", "b"]],
    ["The best is [2], then [2] and [9].", ["b", "a", "c"]],
    ["I cannot say.", ["a", "b", "c"]],
  ])("reads the order '%s'", (text, ids) => {
    const read = readOrder(text, ["a", "b", "c"]);
    expect([read.ids, read.problem === undefined]).toEqual([ids, text.includes("[")]);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  madeOf,
  type NodeStep,
  RETRIEVAL_WORKFLOWS,
  type RetrievalSettings,
  type ScopeAgent,
  type ScopeTask,
} from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { type LoopbackProvider, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeTask } from "../task.ts";

const OWN = `export const retrieve = async ({ call, question }) => {
  await call("keyword_search", { query: question, types: ["test_case", "backlog_item"], limit: 50 });
};`;
const SEARCHES = [...RETRIEVAL_WORKFLOWS.filter((name) => madeOf(name).of === name), "my_strategy"];
const QUESTION = "Which tests are about handover in the lab?";

let substrate: Substrate;
let system: ScopeAgent;
let provider: LoopbackProvider;
let folder: string;
/** What the listwise re-ranker says. */
let order = "";
let threads = 0;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  folder = await mkdtemp(join(tmpdir(), "scopebench-settings-"));
  await writeFile(join(folder, "own.mjs"), OWN);
  provider = await startProvider(({ path, body }) => {
    if (path.endsWith("/rerank"))
      return {
        type: "raw",
        body: { results: (body.documents as string[]).map((_text, index) => ({ index, score: index })) },
      };
    const [system] = body.messages as { content: string }[];
    const isReranker = /put records in order/.test(JSON.stringify(system));
    return { type: "text", text: isReranker ? order : "No supported recommendation: there is nothing." };
  });
  system = await openScopeAgent({
    ...{ substrate, stateLocation: { journal: null }, environment: {} },
    retrievals: [{ name: "my_strategy", path: join(folder, "own.mjs") }],
    crossEncoder: { protocol: "cohere", baseUrl: provider.url, model: "ce-1", maxRetries: 0, timeoutMs: 60_000 },
  });
});
afterAll(async () => {
  await system?.close();
  await provider?.close();
  await substrate?.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(workflow: string, retrieval?: RetrievalSettings, changes: Partial<ScopeTask> = {}) {
  const before = provider.requests.length;
  const told = { starts: ["REQ-201"], gradeThreshold: -1, threadName: "one", ...(retrieval && { retrieval }) };
  const thread = `settings-${threads++}`;
  const task = makeTask({ workflow, turns: [QUESTION], thread, changes: { ...told, ...changes } });
  const model = { ...task.model, provider: "openai" as const, model: "any-1", baseUrl: provider.url };
  const result = await system.run({ ...task, model: { ...model, requestTimeoutMs: 60_000 } });
  const sent = provider.requests.slice(before).map(({ path, body }) => ({ path, messages: body.messages as Sent[] }));
  return { result, trace: await system.readTrace(task), sent };
}

type Sent = { content: string | { text: string }[] };
const textOf = ({ content }: Sent) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("");

/** What the writer was shown: of each result its rows, and all else that it was sent. */
function shownIn({ sent }: Pick<Awaited<ReturnType<typeof ask>>, "sent">) {
  const said = sent.at(-1)!.messages.map(textOf);
  const results = said.filter((text) => text.startsWith("Records retrieved"));
  return {
    rest: said.filter((text) => !results.includes(text)),
    rows: results.map((text) => JSON.parse(text.slice(text.indexOf("\n"))).rows as Record<string, unknown>[]),
  };
}

const GRADES = [{}, { grade: true }, { grade: true, rewrite: true }];
const RERANKERS = ["none", "llm_listwise", "cross_encoder"] as const;

describe("one graph for every search, grade, rewrite and re-ranker", () => {
  it.each(SEARCHES)("%s has the nodes that its task sets, whichever they are", async (workflow) => {
    order = "[2] > [1]";
    for (const grade of GRADES)
      for (const rerank of RERANKERS) {
        const { result, trace } = await ask(workflow, { ...grade, rerank });
        expect([result.outcome, trace.steps!.map(({ node }) => node)]).toEqual([
          "success",
          ["retrieve", ...("grade" in grade ? ["grade"] : []), ...(rerank === "none" ? [] : ["rerank"]), "generate"],
        ]);
        expect(trace.steps!.find(({ node }) => node === "rerank")?.by ?? "none").toBe(rerank);
      }
  });

  it("a name that stands for a workflow with settings sends what that workflow sends with them, and a task's go before", async () => {
    order = "[2] > [1]";
    for (const workflow of nonEmpty(["corrective_dense", "corrective_no_grade", "graph_rag_llm_listwise"])) {
      const { of, settings } = madeOf(workflow);
      const [named, set, plain] = [await ask(workflow), await ask(of, settings), await ask(of)];
      expect(named.sent).toEqual(set.sent);
      const without: RetrievalSettings = { grade: false, rewrite: false, rerank: "none" };
      const depth = of === "graph_rag" ? { answeredFrom: 1000 } : {};
      expect((await ask(workflow, { ...without, ...depth })).sent).toEqual(plain.sent);
    }
  });
});

describe("a factor of it changes nothing else", () => {
  const timeless = (steps: readonly NodeStep[] = []) =>
    steps.map(({ startMs: _start, durationMs: _duration, ...step }) => step);

  it.each(SEARCHES)(
    "%s beside itself with a re-ranker: by trace they differ in the re-ranker alone",
    async (workflow) => {
      const plain = await ask(workflow);
      order = "I cannot order these.";
      const kept = await ask(workflow, { rerank: "llm_listwise" });
      const found = plain.trace.steps![0]!.ids!;
      const others = timeless(kept.trace.steps).filter(({ node }) => node !== "rerank");
      expect(others.map(({ ids, ...step }) => ({ ...step, ids: ids?.slice(0, found.length) }))).toEqual(
        timeless(plain.trace.steps).map((step) => ({ ...step, ids: step.ids })),
      );
      expect(shownIn(kept)).toEqual(shownIn(plain));
      order = "[2] > [1]";
      const turned = await ask(workflow, { rerank: "llm_listwise" });
      const [first, second, ...rest] = found;
      expect(turned.trace.steps!.find(({ node }) => node === "rerank")!.ids!.slice(0, found.length)).toEqual([
        second,
        first,
        ...rest,
      ]);
      expect(shownIn(turned).rest).toEqual(shownIn(plain).rest);
      const inOrder = (rows: unknown[][]) => rows.map((of) => of.map((row) => JSON.stringify(row)).sort());
      expect(inOrder(shownIn(turned).rows)).toEqual(inOrder(shownIn(plain).rows));
    },
  );

  it.each(SEARCHES)(
    "%s at a smaller depth shows the first rows of the larger one, letter by letter",
    async (workflow) => {
      const idOf = (row: Record<string, unknown>) =>
        row.asked === undefined ? (row.test_case_id ?? (row.type === "test_case" ? row.id : null)) : null;
      const [all, two] = [await ask(workflow), await ask(workflow, { answeredFrom: 2 })];
      const best = all.trace.steps![0]!.ids!.slice(0, 2);
      const wanted = shownIn(all).rows.map((rows) =>
        rows.filter((row) => idOf(row) === null || best.includes(String(idOf(row)))),
      );
      expect(shownIn(two).rows).toEqual(wanted);
      expect(two.trace.steps!.map(({ node }) => node)).toEqual(["retrieve", "generate"]);
    },
  );

  it("a search finds as many as are answered from, or the pool of a re-ranker, within the limits of the tools", async () => {
    const limitOf = async (settings: RetrievalSettings, limits = STUDY_LIMITS) => {
      const { trace } = await ask("hybrid_rag", settings, { limits });
      return (trace.toolCalls[0]!.arguments as { limit: number }).limit;
    };
    expect([await limitOf({}), await limitOf({ answeredFrom: 50 }), await limitOf({ pool: 80 })]).toEqual([20, 50, 20]);
    const rerank = "llm_listwise";
    expect([await limitOf({ rerank }), await limitOf({ rerank, answeredFrom: 10 })]).toEqual([50, 50]);
    expect([await limitOf({ rerank, answeredFrom: 70 }), await limitOf({ rerank, pool: 30 })]).toEqual([70, 30]);
    expect(await limitOf({ answeredFrom: 1000 })).toBe(STUDY_LIMITS.hybridMax);
  });

  it("an agent's searches are re-ranked where its task says so, as under the name that says it", async () => {
    const asked = (workflow: string, retrieval?: RetrievalSettings) =>
      makeTask({
        workflow,
        turns: [QUESTION],
        thread: `agent-${threads++}`,
        changes: { threadName: "one", ...(retrieval && { retrieval }) },
      });
    const traces = [];
    for (const task of [asked("react"), asked("react", { rerank: "cross_encoder" }), asked("react_cross_encoder")]) {
      await system.run(task);
      traces.push((await system.readTrace(task)).toolCalls.map(({ preview }) => preview));
    }
    const [plain, set, named] = traces;
    expect(set).toEqual(named);
    expect(set).not.toEqual(plain);
  });

  it("families of tools that an agent may not use change nothing of it", async () => {
    const [all, one] = [await ask("hybrid_rag"), await ask("hybrid_rag", {}, { toolFamilies: ["identifier"] })];
    expect(one.sent).toEqual(all.sent);
  });

  it("a thread that goes on in another run retrieves with what was asked, and still shows what was found before", async () => {
    const thread = `settings-${threads++}`;
    await ask("keyword_rag", {}, { threadId: thread });
    const { trace, sent } = await ask("keyword_rag", {}, { threadId: thread, turns: ["and paging?"] });
    expect(trace.steps!.map(({ turn, node, query }) => [turn, node, query])).toEqual([
      [0, "retrieve", QUESTION],
      [0, "generate", undefined],
      [1, "retrieve", `${QUESTION}\nand paging?`],
      [1, "generate", undefined],
    ]);
    expect(shownIn({ sent }).rows).toHaveLength(2);
  });
});

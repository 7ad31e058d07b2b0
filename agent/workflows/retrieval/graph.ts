import { AIMessage } from "@langchain/core/messages";
import { END, START, StateGraph } from "@langchain/langgraph";
import type { RetrievalNode } from "../../contract/contract.ts";
import type { Reranker, Retrieval } from "../../contract/retrieval.ts";
import { CONTRACT_NOTE, type ContractNote } from "../../turns/contract-note.ts";
import type { Execution } from "../execution.ts";
import { putInOrder } from "../rerank/put-in-order.ts";
import { askModel } from "./ask-model.ts";
import { toQuery } from "./by-search.ts";
import type { Retrieve } from "./calls.ts";
import { generateFrom } from "./generate.ts";
import { gradeLast } from "./grade.ts";
import { queryIn } from "./query-in.ts";
import { retrieveBy } from "./retrieve.ts";
import { hitsIn, logged, questionIn, RetrievalState, resultsOf, type State, stepsOf, turnOf } from "./state.ts";

/** What is answered where nothing that was retrieved passes the grade. No model is asked. */
export const NOTHING_PASSES =
  "No supported recommendation: nothing that was retrieved is near enough to the question to answer from.";

/**
 * Retrieve, then answer, as one graph: retrieve, grade; good results are put in order and answered from, weak ones have the
 * query written anew, at most `maxRewrites` times, and are not answered from in the end. A retrieval lacks the nodes that it
 * does not name. Exactly one edge leads out of the grade; without it nothing is rewritten.
 */
export function makeRetrievalGraph(execution: Execution, retrieval: Retrieval, own?: Retrieve) {
  const { rewrite, answeredFrom } = retrieval;
  const run: Record<RetrievalNode, () => Node> = {
    retrieve: () => logged("retrieve", execution, retrieveBy(execution, retrieval, own)),
    grade: () => logged("grade", execution, gradeLast(execution)),
    rewrite: () => logged("rewrite", execution, rewriteLast(execution)),
    rerank: () => logged("rerank", execution, rerankLast(execution, retrieval)),
    generate: () => logged("generate", execution, generateFrom(execution, answeredFrom)),
    abstain: () => logged("abstain", execution, () => ({ messages: [fixedAnswer()] })),
  };
  const wired = wire(retrieval, { node: (name) => run[name](), way: (state) => wayOf(state, execution, rewrite) });
  return wired.compile({ checkpointer: execution.checkpointer });
}

/** A workflow's graph as it is drawn: between which nodes there are edges, and on what decision each is taken. */
export interface DrawnGraph {
  nodes: string[];
  edges: { from: string; to: string; when?: string }[];
}

/** The compiled graph of a retrieval, from the same wiring: its nodes are never run. */
export async function drawRetrieval(retrieval: Retrieval): Promise<DrawnGraph> {
  const graph = wire(retrieval, { node: () => () => ({}), way: () => "good" }).compile();
  const { nodes, edges } = await graph.getGraphAsync();
  return {
    nodes: Object.keys(nodes),
    edges: edges.map(({ source, target, data }) => ({ from: source, to: target, ...(data && { when: data }) })),
  };
}

type Node = (state: State) => Partial<State> | Promise<Partial<State>>;

interface Wiring {
  node(name: RetrievalNode): Node;
  way(state: State): "good" | "weak" | "nothing";
}

function wire({ grade, rewrite, rerank }: Retrieval, { node, way }: Wiring): AnyGraph {
  const ranked = rerank === "none" ? "generate" : "rerank";
  const graph = (new StateGraph(RetrievalState) as unknown as AnyGraph)
    .addNode("retrieve", node("retrieve"))
    .addNode("generate", node("generate"))
    .addEdge(START, "retrieve")
    .addEdge("generate", END);
  if (rerank !== "none") graph.addNode("rerank", node("rerank")).addEdge("rerank", "generate");
  if (rewrite) graph.addNode("rewrite", node("rewrite")).addEdge("rewrite", "retrieve");
  if (!grade) return graph.addEdge("retrieve", ranked);
  return graph
    .addNode("grade", node("grade"))
    .addNode("abstain", node("abstain"))
    .addEdge("retrieve", "grade")
    .addEdge("abstain", END)
    .addConditionalEdges("grade", way, {
      good: ranked,
      ...(rewrite && { weak: "rewrite" }),
      nothing: "abstain",
    });
}

/** Which nodes there are differs, so their names are not known to the compiler. */
type AnyGraph = StateGraph<typeof RetrievalState.spec, State, Partial<State>, string>;

function wayOf(state: State, { task }: Execution, rewrite: boolean): "good" | "weak" | "nothing" {
  const turn = turnOf(state);
  if (stepsOf(state, turn, "grade").at(-1)?.decision === "good") return "good";
  const written = stepsOf(state, turn, "rewrite").length;
  return rewrite && written < task.limits.maxRewrites ? "weak" : "nothing";
}

function fixedAnswer(): AIMessage {
  const note: ContractNote = { type: "fixed", violations: [] };
  return new AIMessage({ content: NOTHING_PASSES, additional_kwargs: { [CONTRACT_NOTE]: note } });
}

/** Puts the pool that was retrieved last in order. What the question says decides, not the query that found it. */
function rerankLast(execution: Execution, { rerank, pool }: Pick<Retrieval, "rerank" | "pool">) {
  const by = rerank as Reranker;
  return async (state: State) => {
    const last = stepsOf(state, turnOf(state), "retrieve").at(-1);
    const hits = (last ? hitsIn(resultsOf(state, last)) : []).slice(0, pool ?? undefined);
    return { by, ...(await putInOrder(execution, by, { question: questionIn(state), hits })) };
  };
}

/** Titles of what each query found first, for who writes the next. */
const TITLES = 5;

/** Has the model write the query anew: it is shown the question, and what each query so far found first. */
function rewriteLast(execution: Execution) {
  return async (state: State) => {
    const searched = stepsOf(state, turnOf(state), "retrieve").map((step, at) => {
      const titles = hitsIn(resultsOf(state, step)).slice(0, TITLES);
      return [`${at + 1}. ${step.query}`, ...titles.map(({ title }) => `   - ${title}`)].join("\n");
    });
    const said = `Question:\n${questionIn(state)}\n\nSearched so far, each with what came first:\n${searched.join("\n")}`;
    const written = toQuery(queryIn(await askModel(execution, "rewriter", said)) ?? "");
    if (written === "") return { query: toQuery(questionIn(state)), problem: "the answer holds no query" };
    return { query: written };
  };
}

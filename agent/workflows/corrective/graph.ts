import { AIMessage } from "@langchain/core/messages";
import { END, START, StateGraph } from "@langchain/langgraph";
import type { RetrievalLevel } from "../../workflow-names.ts";
import { CONTRACT_NOTE, type ContractNote } from "../contract-note.ts";
import type { Execution } from "../execution.ts";
import { generateFrom } from "./generate.ts";
import { gradeLast } from "./grade.ts";
import { rerankLast } from "./rerank.ts";
import { retrieveBy } from "./retrieve.ts";
import { rewriteLast } from "./rewrite.ts";
import { CorrectiveState, logged, type State, stepsOf } from "./state.ts";

/** What is answered where nothing that was retrieved passes the grade. No model is asked. */
export const NOTHING_PASSES =
  "No supported recommendation: nothing that was retrieved is near enough to the question to answer from.";

/**
 * Corrective retrieval as one graph: retrieve, grade; good results are put in order and answered from, weak ones have the
 * query written anew, at most `maxRewrites` times, and are not answered from in the end. A level lacks some of the nodes.
 * Exactly one edge leads out of the grade; without it nothing is rewritten.
 */
export function makeCorrectiveGraph(execution: Execution, level: RetrievalLevel) {
  const ranked = level.rerank === "none" ? "generate" : "rerank";
  const rewrites = level.grade && level.rewrite;
  const graph = (new StateGraph(CorrectiveState) as unknown as AnyGraph)
    .addNode("retrieve", logged("retrieve", execution, retrieveBy(execution, level)))
    .addNode("generate", logged("generate", execution, generateFrom(execution)))
    .addEdge(START, "retrieve")
    .addEdge("generate", END);
  if (level.rerank !== "none")
    graph
      .addNode("rerank", logged("rerank", execution, rerankLast(execution, level.rerank)))
      .addEdge("rerank", "generate");
  if (!level.grade) graph.addEdge("retrieve", ranked);
  else
    graph
      .addNode("grade", logged("grade", execution, gradeLast(execution)))
      .addNode(
        "abstain",
        logged("abstain", execution, () => ({ messages: [fixedAnswer()] })),
      )
      .addEdge("retrieve", "grade")
      .addEdge("abstain", END)
      .addConditionalEdges("grade", (state: State) => wayOf(state, execution, rewrites), {
        good: ranked,
        ...(rewrites && { weak: "rewrite" }),
        nothing: "abstain",
      });
  if (rewrites)
    graph.addNode("rewrite", logged("rewrite", execution, rewriteLast(execution))).addEdge("rewrite", "retrieve");
  return graph.compile({ checkpointer: execution.checkpointer });
}

/** Nodes are added by level, so their names are not known to the compiler. */
type AnyGraph = StateGraph<typeof CorrectiveState.spec, State, Partial<State>, string>;

function wayOf(state: State, { tools, task }: Execution, rewrites: boolean): "good" | "weak" | "nothing" {
  const turn = tools.turn();
  if (stepsOf(state, turn, "grade").at(-1)?.decision === "good") return "good";
  const written = stepsOf(state, turn, "rewrite").length;
  return rewrites && written < task.limits.maxRewrites ? "weak" : "nothing";
}

function fixedAnswer(): AIMessage {
  const note: ContractNote = { type: "fixed", violations: [] };
  return new AIMessage({ content: NOTHING_PASSES, additional_kwargs: { [CONTRACT_NOTE]: note } });
}

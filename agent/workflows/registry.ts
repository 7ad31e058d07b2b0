import { type AgenticWorkflow, isAgentic, madeOf, retrievalOf, SOURCES } from "../contract/workflow-names.ts";
import type { Execution } from "./execution.ts";
import type { TurnAgent } from "./graph-channel.ts";
import { makePlanExecuteAgent } from "./plan-execute.ts";
import { makeReactAgent } from "./react.ts";
import { rerankSearches } from "./rerank/reranked-search.ts";
import type { Retrieve } from "./retrieval/calls.ts";
import { makeRetrievalGraph } from "./retrieval/graph.ts";
import { makeSourcesAgent } from "./sources/index.ts";

const AGENTS: Readonly<Record<AgenticWorkflow, (execution: Execution) => TurnAgent>> = {
  react: makeReactAgent,
  plan_execute: makePlanExecuteAgent,
};

/** The graph of a task for one execution: an agent that chooses what it retrieves, or one retrieval, the run's own among them. */
export function makeWorkflow(execution: Execution, own: Readonly<Record<string, Retrieve>>): TurnAgent {
  const { workflow, retrieval } = execution.task;
  const { of, settings } = madeOf(workflow, retrieval);
  if (isAgentic(of)) return AGENTS[of](rerankSearches(execution, settings));
  if (of === SOURCES) return makeSourcesAgent(execution);
  const found = retrievalOf(workflow, retrieval);
  if (!found) throw new Error(`no workflow is named ${workflow}`);
  return makeRetrievalGraph(execution, found, Object.hasOwn(own, workflow) ? own[workflow] : undefined);
}

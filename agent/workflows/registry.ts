import {
  type BuiltInWorkflow,
  type LEVELS,
  levelOf,
  type RERANKED_AGENTS,
  rerankedAgentOf,
} from "../contract/workflow-names.ts";
import { makeCorrectiveGraph } from "./corrective/graph.ts";
import type { Execution } from "./execution.ts";
import type { TurnAgent } from "./graph-channel.ts";
import { makePlanExecuteAgent } from "./plan-execute.ts";
import { aroundEntities, aroundTrueStarts } from "./rag/around-entities.ts";
import { bySearch } from "./rag/by-search.ts";
import { makeRagAgent } from "./rag/index.ts";
import type { Retrieve } from "./rag/retriever.ts";
import { makeReactAgent } from "./react.ts";
import { rerankSearches } from "./rerank/reranked-search.ts";

/** Makes a workflow's graph for one execution. */
type MakeWorkflow = (execution: Execution) => TurnAgent;

/** Every workflow by its name, but for the levels of the one graph and the agents whose searches are re-ranked. */
const MAKERS: Readonly<
  Record<Exclude<BuiltInWorkflow, keyof typeof LEVELS | keyof typeof RERANKED_AGENTS>, MakeWorkflow>
> = {
  react: makeReactAgent,
  plan_execute: makePlanExecuteAgent,
  keyword_rag: (execution) => makeRagAgent(execution, bySearch("keyword_search")),
  vector_rag: (execution) => makeRagAgent(execution, bySearch("vector_search")),
  hybrid_rag: (execution) => makeRagAgent(execution, bySearch("hybrid_search")),
  graph_rag: (execution) => makeRagAgent(execution, aroundEntities()),
  graph_rag_oracle: (execution) => makeRagAgent(execution, aroundTrueStarts(execution.task)),
};

/** The workflow of that name, the run's own among them. */
export function makerOf(name: string, own: Readonly<Record<string, Retrieve>>): MakeWorkflow {
  const retrieve = Object.hasOwn(own, name) ? own[name] : undefined;
  if (retrieve) return (execution) => makeRagAgent(execution, retrieve);
  const level = levelOf(name);
  if (level) return (execution) => makeCorrectiveGraph(execution, level);
  const reranked = rerankedAgentOf(name);
  if (reranked) return (execution) => MAKERS[reranked.agent](rerankSearches(execution, reranked.rerank));
  if (Object.hasOwn(MAKERS, name)) return MAKERS[name as keyof typeof MAKERS];
  throw new Error(`no workflow is named ${name}`);
}

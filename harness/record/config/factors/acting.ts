import { isAgentic, OWN, type Reranker, SOURCES } from "../../../../agent/contract/contract.ts";
/** A configuration as far as it decides what can act in it. */
export interface Acting {
  workflow: string;
  /** Of its model; undefined for an external agent. */
  provider: string | undefined;
  retrieval: { grade: boolean; rewrite: boolean; rerank: Reranker | "none" };
}

type Acts = (configuration: Acting) => boolean;
const isOurs: Acts = ({ workflow }) => workflow !== OWN;
const isAgent: Acts = ({ workflow }) => isAgentic(workflow);
const isOverSources: Acts = ({ workflow }) => workflow === SOURCES;
/** What retrieves once, as the fields of `retrieval` say. */
const isEngine: Acts = (one) => isOurs(one) && !isAgent(one);
const isLanguageModel: Acts = ({ provider }) => provider !== undefined && provider !== "policy";
const isGraded: Acts = (one) => isEngine(one) && one.retrieval.grade;

/** In the patch of a level: how often its configurations are executed, which changes nothing that they do. */
export const REPEATS = "repeats";

/** Where values act that do not act in all of our own configurations. */
const ACTS: Readonly<Record<string, Acts>> = {
  "model.temperature": isLanguageModel,
  "model.max_output_tokens": isLanguageModel,
  "model.extra_body": isLanguageModel,
  "retrieval.grade": isEngine,
  "retrieval.rewrite": isGraded,
  "corrective.thresholds": isGraded,
  "retrieval.rerank": (one) => isEngine(one) || isAgent(one),
  "retrieval.pool": (one) => (isEngine(one) || isAgent(one)) && one.retrieval.rerank !== "none",
  "retrieval.answered_from": isEngine,
  tool_families: isAgent,
  tool_descriptions: isAgent,
  "live_sources.asked": (one) => isOverSources(one) || isAgent(one),
  "live_sources.refinements": isOverSources,
  "live_sources.rounds": isOverSources,
  safe_mode: isAgent,
  "agent.memory": isAgent,
  "agent.clarify": isAgent,
  [REPEATS]: () => false,
  "limits.planner_iterations": ({ workflow }) => workflow === "plan_execute",
  "limits.max_rewrites": (one) => isGraded(one) && one.retrieval.rewrite,
};

/** Limits of what agents do with tools: who retrieves once calls none. */
const OF_TOOLS = /^limits\.(max_tool_calls|memory_|sql_|cypher_|preview_|graph_depth_|\w+_max$)/;

/** Whether the value at a path changes anything that a configuration does. Where not, its factor does not apply. */
export function acts(path: string, configuration: Acting): boolean {
  return (ACTS[path] ?? (OF_TOOLS.test(path) ? isAgent : isOurs))(configuration);
}

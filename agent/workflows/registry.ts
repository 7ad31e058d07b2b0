import { UserError } from "../../base/user-error.ts";
import type { Workflow } from "../contract.ts";
import type { TurnAgent } from "../graph-channel.ts";
import type { Execution } from "./execution.ts";
import { makePlanExecuteAgent } from "./plan-execute.ts";
import { aroundEntities } from "./rag/around-entities.ts";
import { bySearch } from "./rag/by-search.ts";
import { makeRagAgent } from "./rag/index.ts";
import { makeReactAgent } from "./react.ts";

/** Makes a workflow's graph for one execution. */
export type MakeWorkflow = (execution: Execution) => TurnAgent;

/** Every workflow by its name. */
export const MAKERS: Readonly<Record<Workflow, MakeWorkflow>> = {
  react: makeReactAgent,
  plan_execute: makePlanExecuteAgent,
  keyword_rag: (execution) => makeRagAgent(execution, bySearch("keyword_search")),
  vector_rag: (execution) => makeRagAgent(execution, bySearch("vector_search")),
  hybrid_rag: (execution) => makeRagAgent(execution, bySearch("hybrid_search")),
  graph_rag: (execution) => makeRagAgent(execution, aroundEntities()),
  graph_rag_oracle: (execution) => makeRagAgent(execution, aroundEntities(startsGiven(execution))),
};

function startsGiven({ task }: Execution): readonly string[] {
  if (task.starts) return task.starts;
  throw new UserError(
    "config",
    `${task.workflow} is told where the truth begins, which only a scenario's run can tell it.`,
    {
      hint: "Ask graph_rag, which finds its start itself.",
    },
  );
}

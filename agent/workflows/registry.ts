import { UserError } from "../../base/user-error.ts";
import type { TurnAgent } from "../graph-channel.ts";
import { type BuiltInWorkflow, type LEVELS, levelOf } from "../workflow-names.ts";
import { makeCorrectiveGraph } from "./corrective/graph.ts";
import type { Execution } from "./execution.ts";
import { makePlanExecuteAgent } from "./plan-execute.ts";
import { aroundEntities } from "./rag/around-entities.ts";
import { bySearch } from "./rag/by-search.ts";
import { makeRagAgent } from "./rag/index.ts";
import type { Retrieve } from "./rag/retriever.ts";
import { makeReactAgent } from "./react.ts";

/** Makes a workflow's graph for one execution. */
type MakeWorkflow = (execution: Execution) => TurnAgent;

/** Every workflow by its name, but for the levels of the one graph. */
const MAKERS: Readonly<Record<Exclude<BuiltInWorkflow, keyof typeof LEVELS>, MakeWorkflow>> = {
  react: makeReactAgent,
  plan_execute: makePlanExecuteAgent,
  keyword_rag: (execution) => makeRagAgent(execution, bySearch("keyword_search")),
  vector_rag: (execution) => makeRagAgent(execution, bySearch("vector_search")),
  hybrid_rag: (execution) => makeRagAgent(execution, bySearch("hybrid_search")),
  graph_rag: (execution) => makeRagAgent(execution, aroundEntities()),
  graph_rag_oracle: (execution) => makeRagAgent(execution, aroundEntities(startsGiven(execution))),
};

/** The workflow of that name, the run's own among them. */
export function makerOf(name: string, own: Readonly<Record<string, Retrieve>>): MakeWorkflow {
  const retrieve = Object.hasOwn(own, name) ? own[name] : undefined;
  if (retrieve) return (execution) => makeRagAgent(execution, retrieve);
  const level = levelOf(name);
  if (level) return (execution) => makeCorrectiveGraph(execution, level);
  if (Object.hasOwn(MAKERS, name)) return MAKERS[name as keyof typeof MAKERS];
  throw new Error(`no workflow is named ${name}`);
}

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

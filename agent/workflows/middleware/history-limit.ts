import { createSummarizationMiddleware } from "deepagents";
import { type AgentMiddleware, createMiddleware } from "langchain";
import type { Execution } from "../execution.ts";

/** deepagents replaces its own middleware by one of the same name. */
const NAME = "SummarizationMiddleware";
/** Share of the context window at which older turns are summarised. */
const TRIGGER = 0.85;
const KEPT_MESSAGES = 12;

/**
 * Near the end of the model's context window, older turns are summarised by the model and kept in the virtual filesystem.
 * The window is the configuration's: the library's defaults go by model names that it knows. A policy model cannot
 * summarise, and its budget of calls keeps it far from any window.
 */
export function makeHistoryLimit({ task, backend }: Pick<Execution, "task" | "backend">): AgentMiddleware {
  if (task.model.provider === "policy") return createMiddleware({ name: NAME });
  return createSummarizationMiddleware({
    backend,
    trigger: { type: "tokens", value: Math.floor(task.model.contextWindow * TRIGGER) },
    keep: { type: "messages", value: KEPT_MESSAGES },
  });
}

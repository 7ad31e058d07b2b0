import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createDeepAgent } from "deepagents";
import { scriptTools } from "../skills/script-tool.ts";
import { makeTools } from "../tools/registry.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { SKILLS_MOUNT } from "./agent-backend.ts";
import type { Execution } from "./execution.ts";
import { withProfile } from "./harness-profile.ts";
import { makeCallMeter } from "./middleware/call-meter.ts";
import { makeCallRecorder } from "./middleware/call-recorder.ts";
import { isReviewed, makeCallReview } from "./middleware/call-review.ts";
import { makeContractCheck } from "./middleware/contract-check.ts";
import { makeFileTools, WORKSPACE_ACCESS } from "./middleware/file-tools.ts";
import { makeHistoryLimit } from "./middleware/history-limit.ts";
import { makeRoundCap } from "./middleware/round-cap.ts";
import { makeThreadNote } from "./middleware/thread-note.ts";
import { systemPrompt } from "./prompts.ts";

/** One agent with one context: thought and action interleaved until it answers. */
export function makeReactAgent(execution: Execution) {
  return makeToolAgent(execution, { role: "analyst", context: execution.tools, checkpointer: execution.checkpointer });
}

/**
 * An agent with the study's tools: the whole of ReAct, and each executor of Plan-and-Execute. An executor reports to its
 * planner, so the answer contract is not checked on it.
 */
export function makeToolAgent(
  execution: Execution,
  options: { role: "analyst" | "executor"; context: ToolContext; checkpointer?: BaseCheckpointSaver },
) {
  const prompt = systemPrompt(options.role, execution);
  const agent = { role: options.role, subAgent: options.context.subAgent() };
  return createDeepAgent({
    model: withProfile(execution.newModel(), "react"),
    tools: [
      ...makeTools(options.context),
      ...scriptTools(execution.task.settings?.skills, SKILLS_MOUNT, options.context),
    ],
    systemPrompt: prompt.text,
    backend: execution.backend,
    checkpointer: options.checkpointer,
    ...(prompt.skills && { skills: [SKILLS_MOUNT] }),
    middleware: [
      makeRoundCap(options.context),
      makeFileTools(execution.backend, WORKSPACE_ACCESS),
      ...makeHistoryLimit(execution, { ...agent, name: agent.subAgent ?? "conversation" }),
      makeThreadNote(execution),
      makeCallMeter(execution, agent),
      makeCallRecorder(options.context),
      ...(isReviewed(execution.task) ? [makeCallReview(execution)] : []),
      ...(options.role === "analyst" ? [makeContractCheck(execution)] : []),
    ],
  });
}

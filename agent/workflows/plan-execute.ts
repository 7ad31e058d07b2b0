import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import { createDeepAgent, createSubAgentMiddleware } from "deepagents";
import { createMiddleware } from "langchain";
import pLimit from "p-limit";
import { isCutOff } from "../models/model-answer.ts";
import { isUserMessage } from "../turns/contract-note.ts";
import type { Transcript } from "../turns/transcript.ts";
import { SKILLS_MOUNT } from "./agent-backend.ts";
import type { Execution } from "./execution.ts";
import { withProfile } from "./harness-profile.ts";
import { makeCallMeter } from "./middleware/call-meter.ts";
import { makeCallRecorder } from "./middleware/call-recorder.ts";
import { isReviewed, makeCallReview } from "./middleware/call-review.ts";
import { makeContractCheck } from "./middleware/contract-check.ts";
import { makeFileTools, SKILLS_ONLY } from "./middleware/file-tools.ts";
import { makeHistoryLimit } from "./middleware/history-limit.ts";
import { shareSchemas } from "./middleware/share-schemas.ts";
import { makeThreadNote } from "./middleware/thread-note.ts";
import { systemPrompt } from "./prompts.ts";
import { makeToolAgent } from "./react.ts";

const DESCRIPTION =
  "Hands one sub-task to an executor, which has the retrieval tools and a fresh context: it sees only the description given here. Returns its report. Independent sub-tasks can be handed out in one step.";

const PLANNER = { role: "planner", subAgent: null } as const;

/**
 * A planner with nothing but a delegation tool, and ReAct executors with a context of their own. The planner writes the
 * answer, so the policies reach it by its configuration's route, too: inline, or as skills that it can load.
 */
export function makePlanExecuteAgent(execution: Execution) {
  const { task } = execution;
  const prompt = systemPrompt("planner", execution);
  const model = withProfile(execution.newModel(), prompt.skills ? "planner_with_skills" : "planner");
  const delegation = shareSchemas(
    createSubAgentMiddleware({
      defaultModel: model,
      generalPurposeAgent: false,
      subagents: [{ name: "executor", description: "retrieves and reports", runnable: makeExecutor(execution) }],
      taskDescription: DESCRIPTION,
    }),
  );
  return createDeepAgent({
    model,
    systemPrompt: prompt.text,
    backend: execution.backend,
    checkpointer: execution.checkpointer,
    ...(prompt.skills && { skills: [SKILLS_MOUNT] }),
    middleware: [
      delegation,
      makeFileTools(execution.backend, SKILLS_ONLY),
      ...makeHistoryLimit(execution, { ...PLANNER, name: "planner" }),
      makePlanningRounds(task.limits.plannerIterations),
      makeThreadNote(execution),
      makeCallMeter(execution, PLANNER),
      makeCallRecorder(execution.tools),
      ...(isReviewed(task) ? [makeCallReview(execution)] : []),
      makeContractCheck(execution),
    ],
  });
}

/** Executors are numbered over the whole execution: `executor-1`, `executor-2`, ... */
function makeExecutor(execution: Execution) {
  let count = 0;
  // One after the other for the stand-ins, so that equal seeds number the calls equally, and on a recording, so that a replay
  // asks the same; a provider's run side by side.
  const limit = pLimit(execution.task.model.provider === "policy" || execution.thread ? 1 : 4);
  return RunnableLambda.from((state: { messages: BaseMessage[] }, config?: RunnableConfig) => {
    const subAgent = `executor-${++count}`;
    return limit(() => runExecutor({ execution, subAgent, messages: state.messages, config }));
  });
}

async function runExecutor({
  execution,
  subAgent,
  messages,
  config,
}: {
  execution: Execution;
  subAgent: string;
  messages: BaseMessage[];
  config: RunnableConfig | undefined;
}): Promise<{ messages: BaseMessage[]; transcripts: Transcript[] }> {
  const agent = makeToolAgent(execution, {
    role: "executor",
    // Decisions are found by the ids of calls, which agents number alike.
    context: { ...execution.tools, subAgent: () => subAgent, reviews: new Map() },
  });
  const result = await agent.invoke(
    { messages: messages.map((message) => new HumanMessage(message.text)) },
    { ...config, recursionLimit: execution.task.limits.recursionLimit },
  );
  return { messages: toldOf(result.messages), transcripts: [{ subAgent, messages: result.messages }] };
}

/** A report as its planner is told it: that it was cut off does not show in what there is of it. */
function toldOf(messages: BaseMessage[]): BaseMessage[] {
  const report = messages.at(-1);
  if (!report || !isCutOff(report)) return messages;
  const note = "(The report was cut off here, at the executor's output limit.)";
  return [...messages.slice(0, -1), new AIMessage(`${report.text}\n\n${note}`)];
}

/** The planner may dispatch so often in a turn; after that it can hand nothing out and must synthesise. */
function makePlanningRounds(limit: number) {
  return createMiddleware({
    name: "planningRounds",
    wrapModelCall: (request, handler) =>
      handler(
        // All of the conversation: dispatches that were summarised count, too.
        roundsOf(request.state.messages) >= limit
          ? { ...request, tools: request.tools.filter((tool) => tool.name !== DELEGATION) }
          : request,
      ),
  });
}

/** deepagents' name of the tool that hands out a sub-task. */
const DELEGATION = "task";

/** Messages of the current turn that dispatched at least one sub-task. */
function roundsOf(messages: readonly BaseMessage[]): number {
  const turn = messages.slice(messages.findLastIndex(isUserMessage));
  return turn.filter(
    (message) => AIMessage.isInstance(message) && message.tool_calls?.some(({ name }) => name === DELEGATION),
  ).length;
}

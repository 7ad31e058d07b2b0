import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { askedBack, type ContractContext, type ContractViolation, checkAnswer } from "../../answer/answer-contract.ts";
import { fallbackAnswer } from "../../answer/answer-fallback.ts";
import type { Finish, ModelConfig, ToolCallRecord } from "../../contract/contract.ts";
import { AgentLimitReached } from "../../contract/failures.ts";
import { readModelAnswer } from "../../models/model-answer.ts";
import { idsOf } from "../../tools/substrate-ids.ts";
import { RESULTS_FOLDER } from "../../turns/call-log.ts";
import {
  CONTRACT_NOTE,
  type ContractNote,
  contractNoteOf,
  isAskedBack,
  isUserMessage,
} from "../../turns/contract-note.ts";
import { nameOfThread } from "../../turns/thread-name.ts";
import { recordsOf } from "../../turns/trace-messages.ts";
import { makeTranscriptState, type Transcript } from "../../turns/transcript.ts";
import type { Execution } from "../execution.ts";

interface CheckedState {
  messages: BaseMessage[];
  transcripts?: Transcript[];
}

/** How often an answer goes back to its author. */
const RETRIES = 1;

/**
 * Checks the final answer by the contract. A violation sends it back once with the reasons; what still breaks the
 * contract then is replaced by the part that the records support, and the replacement is recorded.
 */
export function makeContractCheck(execution: Execution) {
  return createMiddleware({
    name: "answerGate",
    // Executors' calls ground an answer, too: a middleware sees the channels that it declares.
    stateSchema: makeTranscriptState(),
    // Not after each request to the model: a hook is a step of the graph of its own.
    afterAgent: {
      canJumpTo: ["model"],
      hook: async (state) => {
        const messages: BaseMessage[] = state.messages;
        const draft = messages.at(-1);
        if (!AIMessage.isInstance(draft)) return;
        const context = await contextOf(draft.text, state as CheckedState, execution);
        const violations = checkAnswer(draft.text, context);
        if (violations.length === 0)
          return askedBack(draft.text, context) ? { messages: [asQuestion(draft)] } : undefined;
        const { finish } = readModelAnswer(draft);
        if (retriesSpent(messages) < RETRIES) {
          const told = finish === "length" ? [cutOff(execution.task.model), ...violations] : violations;
          return { messages: [feedback(told)], jumpTo: "model" as const };
        }
        if (isNoAnswer(finish)) throw new AgentLimitReached(finish, NO_ANSWER[finish]);
        return { messages: [fallback(draft.text, violations, context)] };
      },
    },
  });
}

/** How a model ends that has not answered, although it was asked again. */
const NO_ANSWER = {
  length: "The answer was cut off at the model's output limit, and so was the one that was asked for again.",
  refusal: "The model declined to answer, also when it was asked again.",
  content_filter: "The provider's filter withheld the answer, also when it was asked for again.",
} as const;

function isNoAnswer(finish: Finish): finish is keyof typeof NO_ANSWER {
  return finish in NO_ANSWER;
}

/** What is missing then is missing for want of room. */
function cutOff({ maxOutputTokens }: ModelConfig): ContractViolation {
  const limit = maxOutputTokens === undefined ? "" : ` of ${maxOutputTokens} tokens`;
  const detail = `The answer was cut off at the output limit${limit} before it ended. Write a shorter one: fewer words, the most important ids first.`;
  return { rule: "cut_off", detail, items: [] };
}

function retriesSpent(messages: readonly BaseMessage[]): number {
  const start = messages.findLastIndex(isUserMessage);
  return messages.slice(start).filter((message) => contractNoteOf(message)?.type === "feedback").length;
}

function feedback(violations: readonly ContractViolation[]): HumanMessage {
  const [first] = violations;
  // Of an answer that was cut off, what else is missing follows from that.
  const told = first?.rule === "cut_off" ? [first] : violations;
  const reasons = told.map((violation) => `- ${violation.detail}`).join("\n");
  const note: ContractNote = { type: "feedback", violations: violations.map((violation) => violation.rule) };
  return new HumanMessage({
    content: `Your answer was not accepted. Give the whole answer again with this corrected:\n${reasons}`,
    additional_kwargs: { [CONTRACT_NOTE]: note },
  });
}

/** The same message, marked: neither an answer nor an abstention. */
function asQuestion(draft: AIMessage): AIMessage {
  const note: ContractNote = { type: "question", violations: [] };
  const { id, content, name, response_metadata, usage_metadata, additional_kwargs } = draft;
  const kept = { id, content, name, response_metadata, usage_metadata };
  return new AIMessage({ ...kept, additional_kwargs: { ...additional_kwargs, [CONTRACT_NOTE]: note } });
}

function fallback(text: string, violations: readonly ContractViolation[], context: ContractContext): AIMessage {
  const note: ContractNote = { type: "fallback", violations: violations.map((violation) => violation.rule) };
  return new AIMessage({
    content: fallbackAnswer(text, violations, context),
    additional_kwargs: { [CONTRACT_NOTE]: note },
  });
}

/** The previews are at hand; the full results are read only when an id is not among what was shown. */
async function contextOf(
  text: string,
  { messages, transcripts }: CheckedState,
  execution: Execution,
): Promise<ContractContext> {
  const userText = messages
    .filter(isUserMessage)
    .map((message) => message.text)
    .join("\n");
  const ids = await idsOf(execution.tools.substrate);
  const { clarify = false, claims } = execution.task.settings ?? {};
  const asking = clarify ? (messages.some(isAskedBack) ? "spent" : "open") : undefined;
  const question = messages.findLast(isUserMessage)?.text;
  const base = { thread: nameOfThread(execution.task), userText, question, ids, claims, asking } as const;
  const shown: ContractContext = { ...base, calls: recordsOf(messages, transcripts) };
  if (!checkAnswer(text, shown).some(({ rule }) => rule === "ungrounded_id" || rule === "unconfirmed_claim"))
    return shown;
  const files = await execution.tools.files.readFolder(RESULTS_FOLDER);
  const results = new Map(files.map((file) => [file.path, typeof file.content === "string" ? file.content : ""]));
  const calls: ToolCallRecord[] = shown.calls.map((call) => ({
    ...call,
    result: call.resultPath && results.get(call.resultPath),
  }));
  return { ...base, calls };
}

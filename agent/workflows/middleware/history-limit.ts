import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { getCurrentTaskInput } from "@langchain/langgraph";
import { type BackendProtocolV2, createSummarizationMiddleware } from "deepagents";
import { type AgentMiddleware, countTokensApproximately, createMiddleware } from "langchain";
import { withMember } from "../../../base/with-member.ts";
import type { ModelConfig } from "../../contract/contract.ts";
import { describedText } from "../../models/described-tools.ts";
import { CHARACTERS_A_TOKEN } from "../../models/tokens.ts";
import { isQuestion, isUserMessage } from "../../turns/contract-note.ts";
import type { AgentPart } from "../../turns/request-log.ts";
import type { Execution } from "../execution.ts";
import { askMetered } from "./call-meter.ts";
import { compressed, keptBySummary, thisTurn } from "./memory.ts";

/** deepagents replaces its own middleware by one of the same name. */
const NAME = "SummarizationMiddleware";
/**
 * Share of the room at which older steps are summarised. Lengths are estimated at four characters a token, and JSON full of
 * ids has up to a third more.
 */
const TRIGGER = 0.7;
/** Share of the room that the latest messages keep, as they are; the last step keeps more, so that results are read before they are summarised. */
const [KEPT, LAST_STEP] = [0.2, 0.6];
/** Where the originals of what was summarised are kept; agents find and read them by their file tools. */
const HISTORY_FOLDER = "/conversation_history";

/**
 * Near the end of the model's context window, older steps are summarised by the model; the originals go to a file, whose
 * path stands beside the summary. The room for them is what the window leaves beside what cannot be shortened: prompt, tools,
 * questions, and the longest answer. The window is the configuration's: the library's defaults go by model names that it
 * knows. A policy model cannot summarise, and its budget of calls keeps it far from any window.
 * @param options the agent, and the name of its conversation, for the file
 */
export function makeHistoryLimit(
  execution: Pick<Execution, "task" | "backend" | "meter" | "requests">,
  { name, ...agent }: AgentPart & { name: string },
): AgentMiddleware[] {
  const { task, backend } = execution;
  const { memory = "full" } = task.settings ?? {};
  const remembered = (request: Request) => (memory === "none" ? ofThisTurn(request, name) : { request, name });
  const told = (messages: BaseMessage[]) => (memory === "tiers" ? compressed(messages, task.limits) : messages);
  if (task.model.provider === "policy")
    return [
      createMiddleware({
        name: NAME,
        wrapModelCall: (asked, handler) => {
          const { request } = remembered(asked);
          return handler({ ...request, messages: told(request.messages) });
        },
      }),
    ];
  const files = timeless(backend);
  const limitTo = (trigger: number, keep: number) =>
    createSummarizationMiddleware({
      ...{ backend: files, historyPathPrefix: HISTORY_FOLDER },
      ...{ trigger: { type: "tokens", value: trigger }, keep: { type: "tokens", value: keep } },
    });
  const { stateSchema, ...limit } = limitTo(Number.POSITIVE_INFINITY, 0);
  // The channels are a middleware of their own: for one that stands around calls, LangChain derives and compiles their schema at each.
  const channels: AgentMiddleware = { ...createMiddleware({ name: "summaryState" }), stateSchema };
  const limited: AgentMiddleware = {
    ...limit,
    wrapModelCall: async (asked, handler) => {
      const { request, name: session } = remembered(withSummary(asked));
      const history = historyOf(request);
      // Nothing but questions: what the library would summarise at an overflow is what must stay.
      if (history.every((message) => HumanMessage.isInstance(message))) return handler(request);
      const { questions, room } = budget(request, task.model);
      const steps = countTokensApproximately(history.filter((message) => !questions.includes(message)));
      const isFull = steps >= room * TRIGGER;
      const tier = memory === "tiers" && !isFull ? keptBySummary(history, task.limits) : null;
      const isOver = isFull || tier !== null;
      const library = limitTo(
        isOver ? 0 : Number.POSITIVE_INFINITY,
        tier === null ? keptOf(history, room) : Math.floor(tier / CHARACTERS_A_TOKEN),
      );
      const metered = meteredModel(request.model, execution, agent);
      // The library would draw the file's name at random.
      const state = { ...request.state, _summarizationSessionId: session };
      const send = async (messages: readonly BaseMessage[]) =>
        handler({ ...request, messages: told(withQuestions(messages, questions)) });
      const byLibrary = (ask: typeof send) =>
        library.wrapModelCall!({ ...request, state, model: metered } as typeof request, ({ messages }) =>
          ask(messages),
        );
      if (isOver) return byLibrary(send);
      // The library would count all that is sent, the prompt and each tool too, before it hands it on. It is asked where a model refuses it.
      return send(history).catch((refusal: unknown) => {
        let isTold = false;
        return byLibrary(async (messages) => {
          if (isTold) return send(messages);
          isTold = true;
          throw refusal;
        });
      });
    },
  };
  return [channels, limited];
}

type Request = Parameters<NonNullable<AgentMiddleware["wrapModelCall"]>>[0];

interface SummaryState {
  _summarizationEvent?: { summaryMessage: BaseMessage; cutoffIndex: number; filePath: string | null };
}

function withSummary(request: Request): Request {
  const { _summarizationEvent } = getCurrentTaskInput<SummaryState>();
  return { ...request, state: { ...request.state, _summarizationEvent } } as Request;
}

/** Without memory a summary of this turn's own messages still counts: it is told by its file, which is the turn's. */
function ofThisTurn(request: Request, name: string): { request: Request; name: string } {
  const own = `${name}-turn-${request.messages.filter(isUserMessage).length}`;
  const { _summarizationEvent: event } = request.state as SummaryState;
  const isOwn = event?.filePath === `${HISTORY_FOLDER}/${own}.md`;
  const state = isOwn ? request.state : { ...request.state, _summarizationEvent: undefined };
  return { request: { ...request, state, messages: thisTurn(request.messages) } as Request, name: own };
}

/** What the library makes of the messages: those that were summarised before stand as their summary. */
function historyOf({ messages, state }: Request): BaseMessage[] {
  const { _summarizationEvent: event } = state as SummaryState;
  return event ? [event.summaryMessage, ...messages.slice(event.cutoffIndex)] : messages;
}

/** The questions that are never summarised, and the tokens left for all else: every one, or the first and the latest where all are too long. */
function budget({ messages, systemMessage, tools }: Request, { contextWindow, maxOutputTokens = 0 }: ModelConfig) {
  const described = new HumanMessage((tools as object[]).map(describedText).join(""));
  const fixed = countTokensApproximately([systemMessage, described]);
  const left = contextWindow - maxOutputTokens - fixed;
  const asked = messages.filter(isQuestion);
  const few = asked.filter((_message, at) => at === 0 || at === asked.length - 1);
  const questions = countTokensApproximately(asked) <= left / 2 ? asked : few;
  return { questions, room: Math.max(0, left - countTokensApproximately(questions)) };
}

function keptOf(history: readonly BaseMessage[], room: number): number {
  const lastStep = history.slice(history.findLastIndex((message) => AIMessage.isInstance(message)));
  return Math.floor(Math.max(room * KEPT, Math.min(room * LAST_STEP, countTokensApproximately(lastStep))));
}

/** Questions that fell to the summary stand in front of it, in one message: some models take no two from the user in a row. */
function withQuestions(sent: readonly BaseMessage[], questions: readonly BaseMessage[]): BaseMessage[] {
  const missing = questions.filter((question) => !sent.includes(question));
  const [summary, ...rest] = sent;
  if (!summary || missing.length === 0) return [...sent];
  return [new HumanMessage([...missing, summary].map(({ text }) => text).join("\n\n")), ...rest];
}

type Model = Request["model"];

/** The model as the library asks it for a summary: such calls count like the agent's own. */
function meteredModel(
  model: Model,
  execution: Pick<Execution, "task" | "meter" | "requests">,
  agent: AgentPart,
): Model {
  const ask = (prompt: BaseMessage[]) =>
    askMetered(execution, { agent, purpose: "summary", sent: prompt, before: [], ask: () => model.invoke(prompt) });
  return withMember(model, "invoke", ask as Model["invoke"]);
}

/** The files as the library writes history: without the time of day, by which no two runs would be equal. */
function timeless(backend: BackendProtocolV2): BackendProtocolV2 {
  const clean = (text: string) => text.replaceAll(/^## Summarized at \S+$/gm, "## Summarised");
  const write: BackendProtocolV2["write"] = (path, content) => backend.write(path, clean(content));
  const upload: NonNullable<BackendProtocolV2["uploadFiles"]> = (files) =>
    backend.uploadFiles!(files.map(([path, bytes]) => [path, Buffer.from(clean(Buffer.from(bytes).toString("utf8")))]));
  return withMember(withMember(backend, "write", write), "uploadFiles", upload);
}

import type { BaseMessage } from "@langchain/core/messages";
import { type BackendProtocolV2, createSummarizationMiddleware } from "deepagents";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { withMember } from "../../../base/with-member.ts";
import type { AgentPart } from "../../turns/request-log.ts";
import type { Execution } from "../execution.ts";
import { askMetered } from "./call-meter.ts";

/** deepagents replaces its own middleware by one of the same name. */
const NAME = "SummarizationMiddleware";
/**
 * Share of the context window at which older turns are summarised. Lengths are estimated at four characters a token,
 * and JSON full of ids has up to a third more.
 */
const TRIGGER = 0.7;
/** Share of the window that the latest messages keep, as they are. */
const KEPT = 0.2;
/** Where the originals of what was summarised are kept; agents find and read them by their file tools. */
const HISTORY_FOLDER = "/conversation_history";

/**
 * Near the end of the model's context window, older turns are summarised by the model; the originals go to a file, whose
 * path stands beside the summary. The window is the configuration's: the library's defaults go by model names that it
 * knows. A policy model cannot summarise, and its budget of calls keeps it far from any window.
 * @param options the agent, and the name of its conversation, for the file
 */
export function makeHistoryLimit(
  execution: Pick<Execution, "task" | "backend" | "meter" | "requests">,
  { name, ...agent }: AgentPart & { name: string },
): AgentMiddleware {
  const { task, backend } = execution;
  if (task.model.provider === "policy") return createMiddleware({ name: NAME });
  const window = task.model.contextWindow;
  const library = createSummarizationMiddleware({
    backend: timeless(backend),
    trigger: { type: "tokens", value: Math.floor(window * TRIGGER) },
    keep: { type: "tokens", value: Math.floor(window * KEPT) },
    historyPathPrefix: HISTORY_FOLDER,
  });
  return {
    ...library,
    wrapModelCall: (request, handler) => {
      const metered = meteredModel(request.model, execution, agent);
      // The library would draw the file's name at random.
      const state = { ...request.state, _summarizationSessionId: name };
      return library.wrapModelCall!({ ...request, state, model: metered } as typeof request, (next) =>
        handler({ ...next, model: request.model }),
      );
    },
  };
}

type Model = Parameters<NonNullable<AgentMiddleware["wrapModelCall"]>>[0]["model"];

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

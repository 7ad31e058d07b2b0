import { isObject, type JsonObject, objectsOf, parseObject, textOf } from "../../../base/json-object.ts";
import type { ErrorContent } from "../../../base/providers/error-content.ts";
import type { PlainAnswer } from "./dialect.ts";

/**
 * The answer that some errors are: a filter's block of a prompt or an answer, and a model's own slip that the server hands on as
 * an error of the request. Both say something of the model, and are the same for everybody who asks. Null for every other error.
 */
export function answerOfError(error: ErrorContent, status: number): PlainAnswer | null {
  if (isSlip(error)) return answerOfSlip(error.members.failed_generation);
  return isBlock(error, status) ? { text: "", calls: [], finish: "content_filter" } : null;
}

/** Names of a block. Sources: OpenAI, Azure OpenAI, DashScope, Zhipu (1301), MiniMax (1026, 1027). */
const BLOCK_NAMES = new Set(
  "contentfilter contentpolicyviolation responsibleaipolicyviolation moderationblocked datainspectionfailed sensitive 1301 1026 1027 safetycheckfailed".split(
    " ",
  ),
);

/** How those say it who have no name for it. */
const BLOCK_WORDS = new RegExp(
  [
    "content filter", // Anthropic, Azure, Moonshot
    "content management policy", // Azure
    "flagged as potentially violating", // OpenAI
    "requires moderation", // OpenRouter
    "input was flagged",
    "content exists risk", // DeepSeek
    "considered high risk", // Moonshot
    "violates usage guidelines", // xAI
    "inappropriate content", // DashScope
    "blocked by .{0,40}(guardrail|safety|moderation|content)", // Bedrock, gateways
  ].join("|"),
  "i",
);

/** A block is an answer to the request: never one of a server that is out of order, or of a key that is. */
function isBlock({ names, message }: ErrorContent, status: number): boolean {
  if (status === 401 || status === 429 || (status >= 500 && status !== 502)) return false;
  if (names.some((name) => BLOCK_NAMES.has(name))) return true;
  return status < 500 && BLOCK_WORDS.test(message);
}

/** Groq: the model's call fits no tool, its JSON no schema, its text no form; with what it wrote, or without. */
const SLIP_NAMES = new Set(["toolusefailed", "jsonvalidatefailed", "outputparsefailed"]);

function isSlip({ names, members }: ErrorContent): boolean {
  return names.some((name) => SLIP_NAMES.has(name)) || textOf(members.failed_generation) !== "";
}

/** Calls where it wrote any, in one of its forms; else its text. Elsewhere the same slip is one of these. */
function answerOfSlip(written: unknown): PlainAnswer {
  const text = typeof written === "string" ? written : (JSON.stringify(written) ?? "");
  const calls = callsIn(text);
  return calls.length > 0 ? { text: "", calls, finish: "tool_calls" } : { text, calls, finish: "stop" };
}

type Call = PlainAnswer["calls"][number];

/** JSON of a call or of several, in a fence or in tags; `<function=name>{...}`; `name{...}</function>`. */
function callsIn(text: string): Call[] {
  const bare = text.replace(/```(json)?|<\/?tool_call>|<\|[a-z_]+\|>/g, " ").trim();
  const json = parseObject(bare) ?? parseObject(`{"tool_calls":${bare}}`);
  if (json) return objectsOf(json.tool_calls ?? [json]).flatMap(callOf);
  const tagged = [...bare.matchAll(/<function=([\w.-]+)[^{<]*(\{[\s\S]*?\})?[^{]*?<\/function>/g)];
  if (tagged.length > 0) return tagged.map(([, name = "", args = ""]) => ({ name, arguments: args }));
  const [, name, args] = /^<?(?:function=)?([\w.-]+)\W{0,3}?(\{[\s\S]*\})\s*(?:<\/function>)?$/.exec(bare) ?? [];
  return name === undefined ? [] : [{ name, arguments: args }];
}

function callOf(call: JsonObject): Call[] {
  const called = isObject(call.function) ? call.function : call;
  const name = textOf(called.name) || textOf(call.name);
  return name === "" ? [] : [{ name, arguments: called.arguments ?? called.parameters ?? call.parameters }];
}

import { count } from "../../../../harness/print/format.ts";
import { sayError } from "../../../../harness/record/domain/ending.ts";
import type { ModelRequest } from "../../../../harness/record/domain/records.ts";
import type { Span } from "../../../../harness/results/trace/spans.ts";
import { type Child, h } from "../dom.ts";
import { expandable, loadPrompt, loadResult, longText } from "./load.ts";
import { type PanelContext, times } from "./panel-context.ts";
import { resultView } from "./result-table.ts";
import { callAt, sayWait, type Trace } from "./span-text.ts";

/** One call of a model: its system prompt, the messages since the agent's last one, what it thought and answered. */
export function requestParts(span: Span & { type: "request" }, context: PanelContext): HTMLElement[] {
  const { trace } = context;
  const record = trace.requests?.find(({ index }) => index === span.request) ?? null;
  const answer = span.answer === null ? null : trace.messages[span.answer];
  return [
    times(span, ...(record ? usageFacts(record) : ["tokens, stop reason and served model not recorded"])),
    ...(record ? waitLines(record) : []),
    record?.error ? h("p", { class: "bad" }, sayError(record.error)) : null,
    h("h4", {}, "System prompt"),
    systemPrompt(record),
    h("h4", {}, span.of === 1 ? "Messages" : "Messages since its last call"),
    ...(span.added.length === 0
      ? [h("p", { class: "nothing" }, record?.purpose === "summary" ? "the messages so far" : "none")]
      : []),
    ...span.added.map((place) => messageView(trace.messages[place]!, context)),
    h("h4", {}, "It answered"),
    record?.reasoning
      ? h("div", {}, h("p", { class: "caption" }, "reasoning, as the provider tells it"), longText(record.reasoning))
      : null,
    answer
      ? answerPart(answer, trace)
      : h(
          "p",
          { class: "nothing" },
          record?.purpose === "summary" ? "with the summary that later calls begin with" : "nothing that was kept",
        ),
  ].filter((part) => part !== null);
}

/** Executions of one configuration share it; it is loaded when it is looked at. */
function systemPrompt(record: ModelRequest | null): HTMLElement {
  const { prompt } = record ?? {};
  if (prompt === null) return h("p", { class: "nothing" }, "none");
  if (prompt === undefined) return h("p", { class: "nothing" }, "not recorded");
  return expandable(
    "as sent, but for the thread's name ({thread})",
    async () => longText(await loadPrompt(prompt)),
    true,
  );
}

function usageFacts({
  tokens_in,
  tokens_out,
  tokens_estimated,
  tokens_cached,
  tokens_reasoning,
  finish,
  served_model,
}: ModelRequest): string[] {
  if (tokens_in === undefined) return [];
  const cached = tokens_cached === undefined ? "" : ` (${count(tokens_cached)} from the provider's cache)`;
  const thinking = tokens_reasoning === undefined ? "" : ` (${count(tokens_reasoning)} reasoning)`;
  return [
    `${count(tokens_in)} tokens in${cached}`,
    `${count(tokens_out)} out${thinking}${tokens_estimated ? ", counted locally" : ""}`,
    `stop reason ${finish === "unknown" || finish === undefined ? "not told" : finish.replaceAll("_", " ")}`,
    `served by ${served_model ?? "not told"}`,
  ];
}

function waitLines({ waits = [] }: ModelRequest): HTMLElement[] {
  return waits.map((wait) => h("p", { class: "caption" }, sayWait(wait)));
}

type Message = Trace["messages"][number];

function messageView(message: Message, { trace, known }: PanelContext): HTMLElement {
  const { role, tool_call_indexes: calls = [] } = message;
  const call = role === "tool" && calls[0] !== undefined ? callAt(trace, calls[0]) : undefined;
  const head = call
    ? h("a", { href: `#call-${call.index}` }, `result of ${call.tool}`)
    : role === "system"
      ? "the answer contract"
      : role;
  const body =
    call && message.text === null ? resultView(call.preview, known, `result of ${call.tool}`) : textOf(message);
  return h("div", { class: "message" }, h("p", { class: "caption" }, head), body);
}

function textOf({ text, whole }: Message): HTMLElement {
  const shown = longText(text ?? "");
  return whole
    ? h(
        "div",
        {},
        shown,
        expandable(`all ${count(whole.length)} characters`, () => loadResult(whole.name)),
      )
    : shown;
}

function answerPart(message: Message, trace: Trace): HTMLElement {
  const calls = (message.tool_call_indexes ?? []).map(
    (index): Child => [h("a", { href: `#call-${index}` }, callAt(trace, index)?.tool ?? `call ${index + 1}`), " "],
  );
  return h(
    "div",
    {},
    message.text ? textOf(message) : null,
    calls.length > 0 ? h("p", {}, "asks for ", ...calls) : null,
  );
}

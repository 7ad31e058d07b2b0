import { countOf } from "../../../../base/counts.ts";
import { count } from "../../../../harness/print/format.ts";
import { sayError } from "../../../../harness/record/domain/ending.ts";
import type { Span } from "../../../../harness/results/trace/spans.ts";
import type { TraceCall } from "../../../../harness/show/report/site-data.ts";
import { type Child, h } from "../dom.ts";
import { expandable, loadResult, longText } from "./load.ts";
import { type PanelContext, times } from "./panel-context.ts";
import { requestParts } from "./request-panel.ts";
import { type ResultIds, resultView } from "./result-table.ts";
import { agentOf, argumentText, callAt, lineOf } from "./span-text.ts";

/** Everything about one span. */
export function spanPanel(span: Span, context: PanelContext): HTMLElement {
  const { data, trace } = context;
  const { name } = lineOf(span, { trace, scenario: data.scenario });
  const agent = agentOf(span, trace);
  const head = h("h3", {}, name, agent === "" ? null : h("small", {}, ` by ${agent}`));
  const parts =
    span.type === "call"
      ? callParts(span, context)
      : span.type === "request"
        ? requestParts(span, context)
        : otherParts(span, context);
  return h("div", { class: "span-panel" }, head, ...parts);
}

function otherParts(span: Span, { data, trace }: PanelContext): HTMLElement[] {
  if (span.type === "message") return [longText(trace.messages[span.message]?.text ?? "")];
  const record = data.record?.turns.find(({ turn }) => turn === span.turn);
  const answer = trace.answers[span.turn] ?? "";
  const guarded = trace.guarded_answers?.[span.turn] ?? null;
  return [
    times(span),
    h("h4", {}, "Asked"),
    longText(data.scenario.turns[span.turn] ?? ""),
    ...(record?.error ? [h("p", { class: "bad" }, sayError(record.error))] : []),
    h("h4", {}, "Answered"),
    answer === "" ? h("p", { class: "nothing" }, "nothing") : longText(answer),
    ...(guarded === null ? [] : [h("h4", {}, "As guarded, for people"), longText(guarded)]),
  ];
}

function callParts(span: Span & { type: "call" }, context: PanelContext): HTMLElement[] {
  const { trace, known, spans } = context;
  const call = callAt(trace, span.call);
  const askedBy = spans.find(
    (one) =>
      one.type === "request" &&
      one.answer !== null &&
      trace.messages[one.answer]?.tool_call_indexes?.includes(call.index),
  );
  const skill = trace.skills_loaded.find(({ at_tool_call }) => at_tool_call === call.index);
  return [
    times(
      span,
      call.rows === undefined ? null : countOf(call.rows, "row"),
      call.truncated ? "cut for the model" : null,
      skill ? `skill ${skill.skill}, ${countOf(skill.tokens, "token")}` : null,
    ),
    askedBy
      ? h(
          "p",
          { class: "caption" },
          "asked for by ",
          h(
            "a",
            { href: `#${askedBy.id}` },
            `${lineOf(askedBy, { trace, scenario: context.data.scenario }).name}${agentOf(askedBy, trace) ? ` of ${agentOf(askedBy, trace)}` : ""}: its prompt and messages`,
          ),
        )
      : null,
    h("h4", {}, "Arguments"),
    argumentsView(call.arguments),
    call.status === "error"
      ? h(
          "p",
          { class: "bad" },
          call.error ? `${call.error.code}: ${call.error.message} ${call.error.hint ?? ""}` : call.preview,
        )
      : null,
    h("h4", {}, "What the model saw"),
    resultView(call.preview, known, "what the model saw"),
    ...fullResult(call, known),
  ].filter((part) => part !== null);
}

/** As the model sent them, valid or not: a query stands as it would be run. */
function argumentsView(value: unknown): HTMLElement {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return h("pre", { class: "preview args", tabindex: 0 }, argumentText(value));
  const entries = Object.entries(value);
  const isLong = (text: string) => text.length > 60 || text.includes("\n");
  return h(
    "dl",
    { class: "arguments" },
    ...entries.flatMap(([name, given]): Child[] => {
      const text = argumentText(given);
      return [h("dt", {}, name), h("dd", {}, isLong(text) ? longText(text) : h("code", {}, text))];
    }),
  );
}

/** The stored file, loaded when asked for: as a table, and as it is. */
function fullResult(call: TraceCall, known: ResultIds): HTMLElement[] {
  const { result, result_length, result_path } = call;
  if (result === null) return [];
  const where = result_path ? ` (${result_path})` : "";
  return [
    expandable(`full result, ${count(result_length)} characters`, async () =>
      resultView(await loadResult(result), known, "full result"),
    ),
    expandable(`the stored file${where}`, async () => storedFile(await loadResult(result), result_length)),
  ];
}

/** The report's copy of a very long file is cut. */
function storedFile(text: string, length: number): HTMLElement {
  if (text.length >= length) return longText(text);
  const note = `The first ${count(text.length)} characters; the run directory has all of it.`;
  return h("div", {}, h("p", { class: "caption" }, note), longText(text));
}

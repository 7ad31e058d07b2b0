import { configurationLabel, count, decimal } from "../../../harness/print/format.ts";
import { alignCalls, pairAlike } from "../../../harness/results/trace/align-calls.ts";
import {
  firstDifference,
  type Parting,
  sameCall,
  sameResult,
} from "../../../harness/results/trace/first-difference.ts";
import type { ExecutionData, ExecutionRow, ExecutionsData, TraceCall } from "../../../harness/show/report/site-data.ts";
import { answerView } from "./answer.ts";
import { type Child, h } from "./dom.ts";
import { isOfBaseline, loadExecution } from "./execution-file.ts";
import { executionAddress } from "./list-context.ts";
import { configurationMark } from "./marks.ts";
import { formatValue } from "./table.ts";
import { callWords } from "./trace/span-text.ts";
import { verdictPill } from "./verdicts.ts";

/** Two executions of one scenario side by side: where they part, what each did, what each said. */
export function besidePage(data: ExecutionsData, names: readonly [string, string]): HTMLElement {
  const body = h("div", {}, h("p", { class: "lede" }, "loading both traces …"));
  void Promise.all(names.map(loadExecution)).then(
    ([a, b]) => body.replaceChildren(...besideParts(data, [sideOf(a!, names[0], "A"), sideOf(b!, names[1], "B")])),
    (error: unknown) =>
      body.replaceChildren(h("p", { class: "warning" }, error instanceof Error ? error.message : String(error))),
  );
  return h("article", {}, h("h1", {}, "Where do two executions part?"), body);
}

/** Leads to another execution of the same scenario beside this one. */
export function besideChoice(rows: readonly ExecutionRow[], row: ExecutionRow): HTMLElement | null {
  const others = rows.filter((other) => other.scenario === row.scenario && other.name !== row.name);
  if (others.length === 0) return null;
  const go = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    if (value !== "") location.href = executionAddress(row.name, value);
  };
  const option = (other: ExecutionRow) => h("option", { value: other.name }, `${labelOf(other)}: ${other.functional}`);
  const first = h("option", { value: "" }, "another execution of it …");
  return h("label", {}, "beside ", h("select", { "aria-label": "beside", onchange: go }, first, ...others.map(option)));
}

function labelOf(row: ExecutionRow): string {
  return `${configurationLabel(row)}${row.repeat > 0 ? ` · repeat ${row.repeat}` : ""}`;
}

/** One of two executions. */
interface Side extends ExecutionData {
  letter: "A" | "B";
  /** Address of its own page; null for one of the baseline, which has none here. */
  address: string | null;
}

type Two<T> = readonly [T, T];

function sideOf(execution: ExecutionData, name: string, letter: Side["letter"]): Side {
  return { ...execution, letter, address: isOfBaseline(name) ? null : executionAddress(name) };
}

function besideParts(data: ExecutionsData, both: Two<Side>): HTMLElement[] {
  const [a, b] = both;
  const question = h("p", { class: "turn-text" }, a.scenario.turns.join(" → "));
  const heads = h("div", { class: "beside" }, ...both.map((side) => headOf(data, side)));
  if (a.scenario.id !== b.scenario.id)
    return [
      heads,
      h("p", { class: "warning" }, "These are executions of two scenarios: there is no step at which they part."),
    ];
  if (!a.trace || !b.trace)
    return [question, heads, h("p", { class: "warning" }, "A trace is missing: nothing can be said of their steps.")];
  const parting = firstDifference(a.trace, b.trace);
  const sentence = parting?.sentence ?? "They did the same steps and answered the same.";
  return [
    question,
    heads,
    h("p", { class: "finding" }, sentence),
    h("h2", {}, "What each did"),
    stepTable(both, parting),
    h("h2", {}, "What each said"),
    h(
      "div",
      { class: "beside" },
      ...both.map((one) => h("div", {}, answerView(one.trace?.answers.at(-1) ?? "", one.ids))),
    ),
  ];
}

function headOf({ models }: ExecutionsData, { row, letter, address }: Side): HTMLElement {
  const label = [configurationMark(row, models), " ", labelOf(row)];
  return h(
    "div",
    { class: "card" },
    h("h2", {}, `${letter}: `, address === null ? [label, " in the baseline"] : h("a", { href: address }, ...label)),
    h(
      "p",
      { class: "facts-line" },
      h("span", {}, "functional ", verdictPill(row.functional)),
      h("span", {}, "judge ", verdictPill(row.verdict)),
      row.expected === null ? null : h("span", {}, `found ${count(row.found)} of ${row.expected}`),
      h("span", {}, `composite ${decimal(row.composite)}`),
      row.ndcg10 === null ? null : h("span", {}, `NDCG@10 ${decimal(row.ndcg10)}`),
      h("span", {}, `invented ${count(row.invented)}`),
      h("span", {}, `${count(row.tool_calls)} tool calls`),
      h("span", {}, `${count(row.tokens_in)} tokens in`),
      h("span", {}, formatValue(row.seconds, "seconds")),
    ),
  );
}

/** Steps in the order of their start, equal calls beside each other; the first that is not the same in both is marked. */
function stepTable(both: Two<Side>, parting: Parting | null): HTMLElement {
  const [left, right] = both.map(({ trace }) => trace!.tool_calls) as unknown as Two<readonly TraceCall[]>;
  const isParting = ({ a, b }: Step) =>
    parting !== null &&
    ((a !== null && a.index === parting.a) || (b !== null && b.index === parting.b)) &&
    !(a !== null && b !== null && sameCall(a, b) && sameResult(a, b));
  const sameStep = (a: TraceCall, b: TraceCall) => a.turn === b.turn && sameCall(a, b);
  const sameTool = (a: TraceCall, b: TraceCall) => a.turn === b.turn && a.tool === b.tool;
  const rows = pairAlike(alignCalls(left, right, sameStep), sameTool).map((step) =>
    h("tr", { class: isParting(step) ? "parting" : null }, ...stepCells(step, both)),
  );
  const head = h("tr", {}, ...["A", "B"].map((text) => h("th", { scope: "col" }, text)));
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": "Steps of both", tabindex: 0 },
    h("table", { class: "compact result steps" }, h("thead", {}, head), h("tbody", {}, ...rows)),
  );
}

interface Step {
  a: TraceCall | null;
  b: TraceCall | null;
}

function stepCells({ a, b }: Step, [left, right]: Two<Side>): HTMLElement[] {
  const first = h("td", {}, a === null ? "" : stepOf(a, left));
  if (a !== null && b !== null && sameCall(a, b) && sameResult(a, b))
    return [first, h("td", { class: "nothing" }, "the same")];
  const what = a !== null && b !== null && sameCall(a, b) ? " another result" : " other arguments";
  const other = a !== null && b !== null ? h("small", {}, what) : "";
  return [first, h("td", {}, b === null ? "" : [stepOf(b, right), other])];
}

function stepOf(call: TraceCall, { address }: Side): Child {
  const name = h("code", {}, call.tool);
  const linked = address === null ? name : h("a", { href: `${address}#call-${call.index}` }, name);
  return [linked, h("small", {}, call.sub_agent ? ` ${call.sub_agent}` : "", ` ${callWords(call)}`)];
}

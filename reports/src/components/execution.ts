import { countOf } from "../../../base/counts.ts";
import { configurationLabel, count } from "../../../harness/print/format.ts";
import { endingOf, sayError } from "../../../harness/record/domain/ending.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { ExecutionData, ExecutionRow, ExecutionsData } from "../../../harness/show/report/site-data.ts";
import { answerView, idOutcomeLegend } from "./answer.ts";
import { besideChoice } from "./beside.ts";
import { type Child, h } from "./dom.ts";
import { loadExecution } from "./execution-file.ts";
import { expectedAnswer, expectedGrid, gapsLine, lostIds } from "./expected.ts";
import { executionsLink } from "./links.ts";
import { listNavigation } from "./list-context.ts";
import { configurationMark } from "./marks.ts";
import { scoreCard } from "./score-card.ts";
import { formatValue } from "./table.ts";
import { loadTitles } from "./trace/load.ts";
import { stepsTable } from "./trace/steps.ts";
import { traceViewer } from "./trace/viewer.ts";
import { functionalCard, verdictCards, verdictPill } from "./verdicts.ts";

interface Listed {
  /** All executions of the run. */
  rows: readonly ExecutionRow[];
  /** Those of the list that it was opened from, in its order. */
  list: Promise<readonly ExecutionRow[]>;
}

/** One execution. Its trace is loaded only now. */
export function executionPage(data: ExecutionsData, row: ExecutionRow, { rows, list }: Listed): HTMLElement {
  const body = h("div", {}, h("p", { class: "lede" }, "loading the trace …"));
  void Promise.all([loadExecution(row.name), loadTitles()]).then(
    ([execution, titles]) => body.replaceChildren(...executionBody(execution, titles)),
    (error: unknown) =>
      body.replaceChildren(h("p", { class: "warning" }, error instanceof Error ? error.message : String(error))),
  );
  document.title = `${row.scenario} · ${configurationLabel(row)} | scopebench`;
  return h(
    "article",
    {},
    h("h1", {}, data.questions[row.scenario] ?? row.scenario),
    facts(data, row),
    neighbours(row, { rows, list }),
    body,
  );
}

function facts({ models }: ExecutionsData, row: ExecutionRow): HTMLElement {
  const fact = (label: string, ...value: Child[]) => h("span", {}, `${label} `, h("b", {}, ...value));
  return h(
    "p",
    { class: "facts-line" },
    fact("scenario", row.scenario),
    h(
      "span",
      {},
      `${row.family} · ${row.complexity.replace("_", "-")} · ${row.answerable ? "answerable" : "unanswerable"}`,
    ),
    h("span", {}, configurationMark(row, models), " ", h("b", {}, configurationLabel(row))),
    fact("repeat", String(row.repeat)),
    h("span", {}, "functional ", verdictPill(row.functional)),
    h("span", {}, "judge ", verdictPill(row.verdict)),
    fact("outcome", endingOf(row)),
    fact("tool calls", count(row.tool_calls), row.tool_errors ? `, ${countOf(row.tool_errors, "error")}` : ""),
    fact("tokens in", count(row.tokens_in)),
    fact("time", formatValue(row.seconds, "seconds")),
  );
}

function neighbours(row: ExecutionRow, { rows, list }: Listed): HTMLElement {
  const within = h("span", {}, "…");
  void list.then((listed) => within.replaceWith(listNavigation(listed, row)));
  const { scenario } = row;
  return h(
    "p",
    { class: "lede" },
    within,
    " · ",
    h("a", { href: executionsLink({ scenario }) }, `${scenario} in all configurations`),
    " · ",
    h("a", { href: executionsLink({ configuration: configurationName(row) }) }, "this configuration"),
    " · ",
    besideChoice(rows, row),
  );
}

function executionBody(data: ExecutionData, titles: Readonly<Record<string, string>>): HTMLElement[] {
  const { trace, ids, record } = data;
  const error = record?.error ? h("p", { class: "warning" }, sayError(record.error)) : null;
  const notes = trace ? traceNotes(trace) : [];
  const final = trace?.answers.at(-1) ?? "";
  return [
    ...(error ? [error] : []),
    h("h2", {}, "What it did"),
    ...(trace?.steps ? [stepsTable(trace.steps)] : []),
    traceViewer(data, titles),
    ...(notes.length > 0 ? [h("p", { class: "caption" }, notes.join(" · "))] : []),
    h(
      "div",
      { class: "two" },
      h(
        "section",
        { "aria-label": "Answer" },
        h("h2", {}, "What it said"),
        answerView(final, ids, trace?.tool_calls),
        guardedView(data),
        idOutcomeLegend(ids),
        documents(data),
      ),
      h(
        "aside",
        { "aria-label": "Judgement" },
        h("h2", {}, "Outcome of each expected id"),
        expectedGrid(data),
        gapsLine(data),
        lostIds(data, titles),
        expectedAnswer(data),
        h("h2", {}, "Does it pass?"),
        functionalCard(data),
        h("h2", {}, "What the judges said"),
        ...verdictCards(data),
      ),
    ),
    h("h2", {}, "Scores"),
    scoreCard(data, titles),
  ];
}

function traceNotes(trace: NonNullable<ExecutionData["trace"]>): string[] {
  const {
    source,
    plan_iterations,
    served_models,
    contract_violations,
    contract_retries,
    contract_fallback,
    tokens_out,
    model_calls,
  } = trace;
  return [
    model_calls === null ? "model calls not reported" : countOf(model_calls, "model call"),
    `${count(tokens_out)} tokens out${trace.tokens_estimated ? " (counted locally)" : ""}`,
    `served by ${served_models.join(", ") || "nobody"}`,
    `trace from ${source}`,
    ...(plan_iterations > 0 ? [countOf(plan_iterations, "plan step")] : []),
    ...(contract_violations.length > 0 ? [`answer contract: ${contract_violations.join("; ")}`] : []),
    ...(contract_retries > 0 ? [countOf(contract_retries, "retry", "retries")] : []),
    ...(contract_fallback ? ["the guard replaced an answer for people; what is scored is the answer before"] : []),
  ];
}

/** What people would have seen in place of the answer, which is what is scored. */
function guardedView({ trace, ids }: ExecutionData): HTMLElement | null {
  const shown = trace?.guarded_answers?.at(-1) ?? null;
  if (trace === null || shown === null) return null;
  const summary = "As guarded: what people would have been shown in its place";
  return h("details", {}, h("summary", {}, summary), answerView(shown, ids, trace.tool_calls));
}

function documents({ trace }: ExecutionData): HTMLElement | null {
  if (!trace || trace.documents.length === 0) return null;
  const views = trace.documents.map(({ path, content }) =>
    h("details", {}, h("summary", {}, path), h("pre", { class: "preview", tabindex: 0 }, content)),
  );
  return h("div", {}, h("h2", {}, "Documents it wrote"), ...views);
}

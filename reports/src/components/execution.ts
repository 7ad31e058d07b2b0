import { configurationLabel, count, decimal, plural } from "../../../harness/charts/format.ts";
import type { ExecutionData, ExecutionRow, ExecutionsData } from "../../../harness/stages/report/site-data.ts";
import { answerView, fateLegend } from "./answer.ts";
import { type Child, h } from "./dom.ts";
import { executionsLink } from "./figure.ts";
import { configurationMark } from "./marks.ts";
import { timeline } from "./timeline.ts";
import { pairs, verdictCards } from "./verdicts.ts";

/** One execution. Its trace is loaded only now. */
export function executionPage(data: ExecutionsData, rows: readonly ExecutionRow[], row: ExecutionRow): HTMLElement {
  const body = h("div", {}, h("p", { class: "lede" }, "loading the trace …"));
  void load(row.name).then(
    (execution) => body.replaceChildren(...executionBody(execution)),
    (error: unknown) =>
      body.replaceChildren(h("p", { class: "warning" }, error instanceof Error ? error.message : String(error))),
  );
  document.title = `${row.scenario} · ${configurationLabel(row)} | scopebench`;
  return h(
    "article",
    {},
    h("h1", {}, data.questions[row.scenario] ?? row.scenario),
    facts(data, row),
    neighbours(rows, row),
    body,
  );
}

async function load(name: string): Promise<ExecutionData> {
  const response = await fetch(`./data/executions/${encodeURIComponent(name)}.json`);
  if (!response.ok) throw new Error(`the trace could not be loaded (${response.status})`);
  return response.json();
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
    fact("outcome", row.error ?? row.outcome.replaceAll("_", " ")),
    fact("tool calls", count(row.toolCalls), row.toolErrors ? `, ${plural(row.toolErrors, "error")}` : ""),
    fact("tokens in", count(row.tokensIn)),
    fact("time", row.seconds === null ? "–" : `${decimal(row.seconds, 1)} s`),
  );
}

function neighbours(rows: readonly ExecutionRow[], row: ExecutionRow): HTMLElement {
  const at = rows.indexOf(row);
  const previous = rows[at - 1];
  const next = rows[at + 1];
  const failed = rows.slice(at + 1).find((other) => other.verdict === "fail");
  const link = (to: ExecutionRow | undefined, text: string) =>
    to ? [" · ", h("a", { href: executionsLink({ id: to.name }) }, text)] : [];
  return h(
    "p",
    { class: "lede" },
    h("a", { href: executionsLink({ scenario: row.scenario }) }, `${row.scenario} in all configurations`),
    " · ",
    h(
      "a",
      { href: executionsLink({ model: row.model, workflow: row.workflow, knowledge: row.knowledge }) },
      "this configuration",
    ),
    ...link(previous, "previous"),
    ...link(next, "next"),
    ...link(failed, "next failed"),
  );
}

function executionBody(data: ExecutionData): HTMLElement[] {
  const { trace, ids, record } = data;
  const error = record?.error ? h("p", { class: "warning" }, `${record.error.code}: ${record.error.message}`) : null;
  const notes = trace ? traceNotes(trace) : [];
  const final = trace?.answers.at(-1) ?? "";
  return [
    ...(error ? [error] : []),
    h(
      "div",
      { class: "two" },
      h(
        "section",
        { "aria-label": "Timeline" },
        h("h2", {}, "What it did"),
        timeline(data),
        ...(notes.length > 0 ? [h("p", { class: "caption" }, notes.join(" · "))] : []),
        h("h2", {}, "What it said"),
        answerView(final, ids),
        fateLegend(ids),
        documents(data),
      ),
      h(
        "aside",
        { "aria-label": "Judgement" },
        h("h2", {}, "What became of each expected id"),
        expectedGrid(data),
        expectedAnswer(data),
        h("h2", {}, "What the judges said"),
        ...verdictCards(data),
        h("h2", {}, "Scores"),
        scoreCard(data),
      ),
    ),
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
    plural(model_calls, "model call"),
    `${count(tokens_out)} tokens out${trace.tokens_estimated ? " (counted locally)" : ""}`,
    `served by ${served_models.join(", ") || "nobody"}`,
    `trace from ${source}`,
    ...(plan_iterations > 0 ? [plural(plan_iterations, "plan step")] : []),
    ...(contract_violations.length > 0 ? [`answer contract: ${contract_violations.join("; ")}`] : []),
    ...(contract_retries > 0 ? [plural(contract_retries, "retry", "retries")] : []),
    ...(contract_fallback ? ["fell back to a safe answer"] : []),
  ];
}

function documents({ trace }: ExecutionData): HTMLElement | null {
  if (!trace || trace.documents.length === 0) return null;
  const views = trace.documents.map(({ path, content }) =>
    h("details", {}, h("summary", {}, path), h("pre", { class: "preview", tabindex: 0 }, content)),
  );
  return h("div", {}, h("h2", {}, "Documents it wrote"), ...views);
}

/** Retrieved or not, reported or not: where each expected id was lost. */
function expectedGrid({ expected, scenario, trace }: ExecutionData): HTMLElement {
  if (scenario.expected_ids.length === 0)
    return h("p", { class: "caption" }, "Nothing is expected: the right answer is to say so.");
  if (!trace)
    return h(
      "p",
      { class: "caption" },
      `${plural(scenario.expected_ids.length, "id")} expected; without a trace nothing can be said about them.`,
    );
  const cell = (fate: string) => {
    const members = expected.filter((entry) => entry.fate === fate);
    return h("td", {}, h("b", {}, String(members.length)), ...idList(members));
  };
  const head = (text: string, scope: string) => h("th", { scope }, text);
  return h(
    "table",
    { class: "grid22" },
    h("thead", {}, h("tr", {}, h("td", {}), head("reported", "col"), head("not reported", "col"))),
    h(
      "tbody",
      {},
      h("tr", {}, head("retrieved", "row"), cell("retrieved_reported"), cell("retrieved_unreported")),
      h("tr", {}, head("not retrieved", "row"), cell("unretrieved_reported"), cell("unretrieved_unreported")),
    ),
  );
}

/** Ids shown at once; the rest on demand. */
const SHOWN_IDS = 12;

function idList(members: ExecutionData["expected"]): HTMLElement[] {
  const items = members.map(({ id, fate, call }, index) => {
    const isNew = call !== members[index - 1]?.call;
    return h("li", {}, h("span", { class: "id" }, id), isNew ? lostAt(fate, call) : null);
  });
  const rest = items.slice(SHOWN_IDS);
  return [
    h("ul", { class: "ids" }, ...items.slice(0, SHOWN_IDS)),
    ...(rest.length > 0
      ? [h("details", {}, h("summary", {}, `${rest.length} more`), h("ul", { class: "ids" }, ...rest))]
      : []),
  ];
}

/** For an id that was found and not passed on: the call that held it. */
function lostAt(fate: string, call: number | null): HTMLElement | null {
  return fate === "retrieved_unreported" && call !== null
    ? h("a", { href: `#call-${call}` }, ` since call ${call + 1}`)
    : null;
}

function expectedAnswer({ scenario }: ExecutionData): HTMLElement {
  const { reference_answer, expected_entities, traps, derivation, nonexistence } = scenario;
  return h(
    "details",
    { class: "truth" },
    h("summary", {}, "what was expected, and how that is known"),
    h("p", {}, reference_answer),
    pairs([
      ["entities", expected_entities.join(", ") || "none"],
      ...(nonexistence ? [["why there is nothing", nonexistence.replaceAll("_", " ")] as const] : []),
      ...traps.map((trap) => ["trap", trap] as const),
    ]),
    derivation
      ? h(
          "pre",
          { class: "preview", tabindex: 0 },
          `${derivation.sql}\n-- ${JSON.stringify(derivation.parameters)}\n\n${derivation.validation}\n-- ${derivation.validated ? "gives the same ids" : "NOT validated"}`,
        )
      : null,
  );
}

/** Reasons for which a metric is not about this scenario at all. */
const NOT_APPLICABLE = new Set(["answerable", "unanswerable"]);

function scoreCard({ scores }: ExecutionData): HTMLElement {
  const applies = scores.filter(({ score }) => score.value !== null || !NOT_APPLICABLE.has(score.reason));
  const rest = scores.filter((entry) => !applies.includes(entry));
  const name = ({ metric, label, definition }: (typeof scores)[number]) =>
    h("span", { title: `${metric}: ${definition}` }, label);
  const rows = applies.map((entry) => {
    const { score, unit } = entry;
    const unscored = score.value === null ? h("small", {}, `unscored: ${score.reason.replaceAll("_", " ")}`) : null;
    return [name(entry), unscored ?? formatScore(score.value ?? 0, unit)] as const;
  });
  const labels = rest.map((entry) => entry.label).join(", ");
  return h(
    "div",
    { class: "card" },
    pairs(rows),
    rest.length > 0
      ? h(
          "details",
          { class: "caption" },
          h("summary", {}, `${plural(rest.length, "score")} not about such a scenario`),
          labels,
        )
      : null,
  );
}

function formatScore(value: number, unit: string): string {
  return unit === "share" ? decimal(value, 3) : count(Number(value.toFixed(2)));
}

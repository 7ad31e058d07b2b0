import { countOf } from "../../../base/counts.ts";
import { configurationLabel, metricLabel } from "../../../harness/print/format.ts";
import { endingOf } from "../../../harness/record/domain/ending.ts";
import { showChange, showValue } from "../../../harness/results/compare/render/format.ts";
import { decidingFirst, verdictOf } from "../../../harness/results/compare/verdict.ts";
import { firstDifference } from "../../../harness/results/trace/first-difference.ts";
import type { CompareData, ExecutionData } from "../../../harness/show/report/site-data.ts";
import { answerView } from "./answer.ts";
import { choice } from "./choice.ts";
import { tallies } from "./compare-tallies.ts";
import { type Child, h } from "./dom.ts";
import { baselineName, loadExecution } from "./execution-file.ts";
import { executionsLink } from "./links.ts";

type Comparison = NonNullable<CompareData>;
type Change = Comparison["report"]["comparison"]["questions"][number];
type Metric = Comparison["report"]["comparison"]["metrics"][number];

/** Which questions lost and which won, with both answers and where the two executions part. */
export function questionsSection(data: Comparison, families: ReadonlyMap<string, string>): HTMLElement {
  const { questions, metrics } = data.report.comparison;
  const { deciding } = verdictOf(data.report);
  const scored = metrics.filter(({ metric }) => questions.some((change) => change.metric === metric));
  const changed = decidingFirst(scored, deciding);
  if (changed.length === 0) return h("p", {}, "None: no question scored otherwise.");
  const options = changed.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options }, (metric) => {
    const row = changed.find((one) => one.metric === metric)!;
    const own = questions.filter((change) => change.metric === metric);
    const losses = own.filter(({ loss }) => loss > 0);
    const gains = own.filter(({ loss }) => loss < 0).reverse();
    return h(
      "div",
      { class: "changed" },
      list("lost", row.losses, losses, { data, row, families }),
      list("won", row.wins, gains, { data, row, families }),
    );
  });
}

interface Context {
  data: Comparison;
  row: Metric;
  /** By scenario. */
  families: ReadonlyMap<string, string>;
}

function list(word: string, total: number, changes: readonly Change[], context: Context): HTMLElement {
  const most = changes.length < total ? `, the first ${changes.length}` : "";
  return h(
    "div",
    {},
    h("h3", {}, `${countOf(total, "question")} ${word}${most}`),
    tallies(changes, context),
    h("ul", {}, ...changes.map((change) => h("li", {}, question(change, context)))),
  );
}

function question(change: Change, context: Context): HTMLElement {
  const { unit } = context.row;
  const { scenario, question: asked, baseline, candidate, moved } = change;
  const details = h(
    "details",
    {},
    h(
      "summary",
      {},
      h("span", { class: "asked" }, asked ?? scenario),
      h(
        "small",
        {},
        ` ${scenario}: ${showValue(baseline, unit)} to ${showValue(candidate, unit)} (${showChange(candidate - baseline, unit)}), ${countOf(moved, "execution")}`,
      ),
    ),
  );
  details.addEventListener("toggle", () => void open(details, change, context), { once: true });
  return details;
}

async function open(details: HTMLElement, change: Change, { data, row }: Context): Promise<void> {
  const { scenario, executions } = change;
  const held = executions.filter(({ name }) => data.baseline_executions.includes(name));
  const all = h("a", { href: executionsLink({ scenario, metric: row.metric, has: "value" }) }, "all its executions");
  const none =
    held.length > 0
      ? null
      : h(
          "p",
          { class: "caption" },
          "The baseline's answers are not here: it is no run but scores. With the run itself: ",
          h("code", {}, "scopebench report build <run> --baseline <run>"),
        );
  details.append(h("div", {}, none, h("p", { class: "caption" }, all)));
  for (const { name } of held) details.append(await sideBySide(name));
}

async function sideBySide(name: string): Promise<HTMLElement> {
  try {
    const [before, after] = await Promise.all([baselineName(name), name].map(loadExecution));
    return h(
      "div",
      {},
      h("p", { class: "caption" }, h("b", {}, parting(before!, after!)), " ", steps(name)),
      h("div", { class: "answers" }, answerCard("baseline", before!), answerCard("candidate", after!)),
    );
  } catch {
    return h("p", { class: "nothing" }, `The answers of ${name} could not be loaded.`);
  }
}

/** In words of this page: A is the candidate, as the side-by-side page has it. */
function parting({ trace: before }: ExecutionData, { trace: after }: ExecutionData): string {
  if (!before || !after) return "One of them left no trace.";
  const found = firstDifference(after, before);
  if (!found) return "Both took the same steps and answered the same.";
  const words = found.sentence.replace(/\bA\b/g, "the candidate").replace(/\bB\b/g, "the baseline");
  return `After ${countOf(found.shared, "equal step")}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function steps(name: string): Child {
  return h(
    "a",
    { href: `${executionsLink({ id: name })}&with=${encodeURIComponent(baselineName(name))}` },
    "both side by side",
  );
}

function answerCard(side: string, { row, trace, ids }: ExecutionData): HTMLElement {
  const title = `${side}: ${configurationLabel(row)}`;
  return h(
    "section",
    { class: "card", "aria-label": title },
    h("h4", {}, title, " ", h("small", {}, row.outcome === "success" ? "" : endingOf(row))),
    h(
      "div",
      { class: "answer-text", tabindex: 0, role: "region", "aria-label": `answer of the ${side}` },
      answerView(trace?.answers.at(-1) ?? "", ids),
    ),
  );
}

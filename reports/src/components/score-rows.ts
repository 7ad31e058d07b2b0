import { count, decimal } from "../../../harness/print/format.ts";
import { explainRanking, type RankedRow } from "../../../harness/results/metrics/execution/ranking-rows.ts";
import type { ExecutionData } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";
import { type TableColumn, table } from "./table.ts";
import { ID_OUTCOMES, idButton } from "./trace/ids.ts";
import { functionalCriteria } from "./verdicts.ts";

type ScoreEntry = ExecutionData["scores"][number];
type Titles = Readonly<Record<string, string>>;

interface Named {
  titles: Titles;
  /** In the names of tables, each of which has one of its own. */
  metric: string;
}

/** What a score was made from: its definition, and its rows where it has any. */
export function scoreRows(entry: ScoreEntry, data: ExecutionData, titles: Titles): HTMLElement {
  const definition = h("p", { class: "caption" }, `${entry.metric}: ${entry.definition}`);
  return h("div", { class: "score-rows" }, definition, rowsOf(entry, data, titles));
}

function rowsOf({ metric }: ScoreEntry, data: ExecutionData, titles: Titles): Child {
  const { trace, scenario } = data;
  if (!trace) return null;
  const ranked = [...new Set(trace.ranked_ids)];
  const ranking = explainRanking(metric, { ranked, expected: scenario.expected_ids });
  if (ranking)
    return [h("p", {}, ranking.sentence), rankedTable(ranking.rows, titles, metric), missedLine(ranking.missed)];
  const [family] = metric.split(/[@(]/);
  const make = Object.hasOwn(ROWS, family!) ? ROWS[family!] : undefined;
  return make ? make(data, { titles, metric }) : rationale(data, metric);
}

const ROWS: Readonly<Record<string, (data: ExecutionData, how: Named) => Child>> = {
  functional_pass: ({ functional }) => functional && functionalCriteria(functional),
  id_coverage: expectedTable,
  retrieved_reported: expectedTable,
  retrieved_unreported: expectedTable,
  unretrieved_reported: expectedTable,
  unretrieved_unreported: expectedTable,
  grounding_coverage: namedTable,
  hallucinated_ids: namedTable,
  tool_calls: callTable,
  tool_errors: callTable,
  tokens_in: requestTable,
  tokens_out: requestTable,
  overall_score: judgedLine,
};

function rankedTable(rows: readonly RankedRow[], titles: Titles, metric: string): HTMLElement {
  const columns: TableColumn<RankedRow>[] = [
    { label: "place", numeric: true, cell: ({ place }) => String(place) },
    { label: "id", cell: ({ id, relevant }) => withTitle(id, titles, relevant) },
    { label: "expected", cell: ({ relevant }) => (relevant ? "yes" : "no") },
    { label: "gain", numeric: true, cell: ({ gain }) => decimal(gain, 3) },
    { label: "precision so far", numeric: true, cell: ({ precision }) => decimal(precision) },
  ];
  return rows.length === 0
    ? h("p", { class: "nothing" }, "nothing was ranked")
    : table(`Ranked ids, ${metric}`, columns, rows, "compact");
}

function missedLine(missed: readonly string[]): Child {
  return missed.length === 0
    ? null
    : h(
        "p",
        { class: "caption ids" },
        "expected and not among these: ",
        missed.map((id) => [idButton(id), " "]),
      );
}

function expectedTable({ expected }: ExecutionData, { titles, metric }: Named): HTMLElement {
  const columns: TableColumn<(typeof expected)[number]>[] = [
    { label: "expected id", cell: ({ id }) => withTitle(id, titles) },
    { label: "retrieved", cell: ({ outcome }) => (outcome.startsWith("retrieved") ? "yes" : "no") },
    { label: "reported", cell: ({ outcome }) => (outcome.endsWith("_reported") ? "yes" : "no") },
  ];
  return table(`Expected ids, ${metric}`, columns, expected, "compact");
}

/** By full results; the variants of the metric look at previews, or count ids of the question too. */
function namedTable({ ids }: ExecutionData, { titles, metric }: Named): HTMLElement {
  const rows = Object.entries(ids).map(([id, outcome]) => ({ id, outcome }));
  return table(
    `Ids that the answer names, ${metric}`,
    [
      { label: "named id", cell: ({ id }) => withTitle(id, titles) },
      { label: "is", cell: ({ outcome }) => ID_OUTCOMES[outcome] },
    ],
    rows,
    "compact",
  );
}

function callTable({ trace }: ExecutionData, { metric }: Named): HTMLElement {
  const columns: TableColumn<NonNullable<ExecutionData["trace"]>["tool_calls"][number]>[] = [
    { label: "call", cell: ({ index, tool }) => h("a", { href: `#call-${index}` }, `${index + 1} ${tool}`) },
    { label: "by", cell: ({ sub_agent }) => sub_agent ?? "the agent" },
    { label: "status", cell: ({ status, error }) => (status === "error" ? `error ${error?.code ?? ""}` : status) },
  ];
  return table(`Calls, ${metric}`, columns, trace!.tool_calls, "compact");
}

function requestTable({ trace }: ExecutionData, { metric }: Named): HTMLElement {
  const { requests } = trace!;
  if (!requests) return h("p", { class: "nothing" }, "tokens of single model calls were not recorded");
  return table(
    `Model calls, ${metric}`,
    [
      {
        label: "model call",
        cell: ({ index, sub_agent, role }) =>
          h("a", { href: `#request-${index}` }, `${index + 1} ${sub_agent ?? role}`),
      },
      { label: "tokens in", numeric: true, cell: ({ tokens_in }) => count(tokens_in) },
      { label: "out", numeric: true, cell: ({ tokens_out }) => count(tokens_out) },
    ],
    requests,
    "compact",
  );
}

function judgedLine({ primary }: ExecutionData): Child {
  const judgement = primary?.judgement;
  if (!judgement) return null;
  const { ground_truth: truth, quality } = judgement;
  const share = (found: readonly string[], missing: readonly string[]) =>
    `${found.length} of ${found.length + missing.length}`;
  const scores = Object.entries(quality).map(([name, { score }]) => `${name.replaceAll("_", " ")} ${score} of 5`);
  return h(
    "p",
    {},
    `ids ${share(truth.expected_ids_found, truth.expected_ids_missing)} · entities ${share(truth.expected_entities_found, truth.expected_entities_missing)} · alignment ${decimal(truth.reference_answer_alignment)} · ${scores.join(" · ")}`,
  );
}

/** Why the primary judge gave a dimension its grade. */
function rationale({ primary }: ExecutionData, metric: string): Child {
  const judged = Object.entries(primary?.judgement?.quality ?? {}).find(([name]) => name === metric);
  return judged ? h("p", {}, judged[1].rationale) : null;
}

function withTitle(id: string, titles: Titles, expected = false): HTMLElement {
  const title = Object.hasOwn(titles, id) ? h("small", {}, ` ${titles[id]}`) : null;
  return h("span", { class: "ids" }, idButton(id, expected ? "found" : undefined), title);
}

import { countOf } from "../../../base/counts.ts";
import { configurationLabel, count, decimal, percent } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { LiveSourcesRow } from "../../../harness/results/analyses/live-sources.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import type { SourcesData } from "../../../harness/show/report/pages/sources.ts";
import { EXPOSURE_STAGES, type ExposureStage } from "../../../measure/metrics/exposure.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { executionsLink, withExecutions } from "./links.ts";
import { table } from "./table.ts";

const STAGES: Record<ExposureStage, string> = {
  retrieved: "retrieved: sources or an index gave it",
  context: "context: a model was shown it",
  answer: "answer: its id or its words stand there",
};

const NOBODY_ASKED = "No execution here asked a live source.";

/** Executions in which somebody's agent got an item that this person may not see, by configuration and person. */
export function exposureMatrix({ rows, callers }: SourcesData): HTMLElement {
  if (rows.length === 0) return h("p", { class: "nothing" }, NOBODY_ASKED);
  const options = EXPOSURE_STAGES.map((stage) => ({ value: stage, label: STAGES[stage] }));
  return choice({ name: "stage", label: "stage", options, preferred: "context" }, (value) => {
    const stage = value as ExposureStage;
    const exposedOf = (own: LiveSourcesRow["callers"]) => sum(own, ({ exposed }) => exposed[stage]);
    const all = rows.flatMap((row) => row.callers);
    const finding = `In ${count(exposedOf(all))} of ${countOf(executionsOf(all), "execution")} an item reached this stage that the person who asked may not see.`;
    return h(
      "figure",
      { class: "figure" },
      shareMatrix({
        name: `Exposure, ${stage}`,
        tone: "exposed",
        rows: [...rows],
        rowLabel: (row: LiveSourcesRow) => configurationLabel(row),
        columns: ["everybody", ...Object.keys(callers)],
        corner: "configuration",
        cell: (row, caller) => {
          const own = row.callers.filter((one) => caller === "everybody" || one.caller === caller);
          const scenario = callers[caller];
          const behind = { configuration: configurationName(row), ...(scenario && { scenario: scenario.join(",") }) };
          return { part: exposedOf(own), whole: executionsOf(own), behind };
        },
      }),
      caption(
        finding,
        " A cell: executions with such an item of those that this person asked. With the caller's own rights each is 0; an index that holds everything for everybody is what it is compared with.",
      ),
    );
  });
}

const MEASURES = [
  { value: "gave", label: "gave the fact, of executions whose fact is in it" },
  { value: "searched", label: "was searched, of all executions of the kind" },
];

/** Kinds of question by sources. */
export function answeredBy({ rows, kinds }: SourcesData): HTMLElement {
  const all = rows.flatMap((row) => row.kinds);
  if (all.length === 0) return h("p", { class: "nothing" }, NOBODY_ASKED);
  const columns = [...new Set(all.map(({ source }) => source))].sort();
  return choice({ name: "source-measure", label: "measure", options: MEASURES }, (measure) => {
    const [part, whole] = measure === "gave" ? (["gave", "holds"] as const) : (["searched", "executions"] as const);
    return h(
      "figure",
      { class: "figure" },
      shareMatrix({
        name: "Sources by kind of question",
        rows: Object.keys(kinds),
        rowLabel: (kind) => kind.replaceAll("_", " "),
        columns,
        corner: "kind of question",
        cell: (kind, source) => {
          const own = all.filter((one) => one.kind === kind && one.source === source);
          const behind = { scenario: kinds[kind]!.join(",") };
          return { part: sum(own, (one) => one[part]), whole: sum(own, (one) => one[whole]), behind };
        },
      }),
      caption(
        null,
        "Gave the fact: the source gave an item that the scenario expects. Of a fact that is split over two sources each gives a part. A dot: no fact of that kind is in the source. Agents over an index alone are left out.",
      ),
    );
  });
}

/** Pairs of sources that gave items of the same fact. */
export function overlap({ rows }: SourcesData): HTMLElement {
  const all = rows.flatMap((row) => row.pairs);
  const names = [...new Set(all.flatMap(({ first, second }) => [first, second]))].sort();
  if (names.length < 2) return h("p", { class: "nothing" }, "Sources overlap where there are two.");
  const both = sum(all, (pair) => pair.both);
  return h(
    "figure",
    { class: "figure" },
    shareMatrix({
      name: "Overlap of sources",
      rows: names,
      rowLabel: (name) => name,
      columns: names,
      corner: "both gave the fact",
      cell: (first, second) => {
        const own = all.filter((pair) => [first, second].every((one) => one === pair.first || one === pair.second));
        if (first === second) return { part: 0, whole: 0, behind: {} };
        return { part: sum(own, (pair) => pair.both), whole: sum(own, (pair) => pair.either), behind: {} };
      },
    }),
    caption(
      both === 0 ? "No two sources gave items of one fact." : "Some facts were given by two sources.",
      " A cell: executions in which both sources gave an item that the scenario expects, of those in which one of them did. 0 everywhere: to leave a source out is to lose what only it holds.",
    ),
  );
}

type Cost = LiveSourcesRow["sources"][number] & { row: LiveSourcesRow };

/** Requests and what models were shown, by configuration and source. */
export function costOfSources({ rows }: SourcesData): HTMLElement {
  const costs = rows.flatMap((row) => row.sources.map((source): Cost => ({ ...source, row })));
  if (costs.length === 0) return h("p", { class: "nothing" }, NOBODY_ASKED);
  const link = (text: string, { row }: Cost) =>
    h("a", { href: executionsLink({ configuration: configurationName(row) }) }, text);
  const number = (label: string, text: (cost: Cost) => string) => ({
    label,
    numeric: true,
    cell: (cost: Cost) => link(text(cost), cost),
  });
  return h(
    "figure",
    { class: "figure" },
    table(
      "Cost by source",
      [
        { label: "configuration", cell: ({ row }: Cost) => configurationLabel(row) },
        { label: "source", cell: ({ source }) => source ?? "an index" },
        number("executions", ({ executions }) => count(executions)),
        number("requests", ({ source, requests }) => (source === null ? "–" : decimal(requests, 1))),
        number("characters shown", ({ characters }) => count(Math.round(characters))),
        number("had more %", ({ truncated }) => percent(truncated, 0)),
        number("recall", ({ recall }) => decimal(recall)),
        ...EXPOSURE_STAGES.map((stage) =>
          number(`exposed: ${stage}`, ({ exposed, executions }) => `${exposed[stage]}/${executions}`),
        ),
      ],
      costs,
      "compact",
    ),
    caption(
      null,
      "Means over executions that asked the source. Characters: of its results as models were shown them. Had more: it held more than was asked for. Exposed: executions with an item of it that the caller may not see. Seconds of each call stand in the trace of an execution.",
    ),
  );
}

interface Share {
  part: number;
  whole: number;
  behind: Target;
}

interface Matrix<Row> {
  name: string;
  corner: string;
  rows: readonly Row[];
  rowLabel(row: Row): string;
  columns: readonly string[];
  cell(row: Row, column: string): Share;
  /** What is wrong wherever it is not 0. */
  tone?: "exposed";
}

/** Shares as `part/whole`, the darker the larger; each leads to its executions. */
function shareMatrix<Row>({ name, corner, rows, rowLabel, columns, cell, tone }: Matrix<Row>): HTMLElement {
  const head = [corner, ...columns].map((label) => h("th", { scope: "col" }, label));
  const lines = rows.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, rowLabel(row)),
      ...columns.map((column) => shareCell(cell(row, column), `${rowLabel(row)}, ${column}`)),
    ),
  );
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": name, tabindex: 0 },
    h(
      "table",
      { class: tone === undefined ? "heat shares" : `heat shares ${tone}` },
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...lines),
    ),
  );
}

function shareCell({ part, whole, behind }: Share, label: string): HTMLElement {
  if (whole === 0) return h("td", { class: "heat-cell" }, "·");
  return h(
    "td",
    { class: "heat-cell", style: `--share: ${(part / whole).toFixed(3)}` },
    h("a", { href: executionsLink(behind), title: label }, `${part}/${whole}`),
  );
}

function caption(finding: string | null, text: string): HTMLElement {
  return h("figcaption", { class: "caption" }, finding && withExecutions(h("b", {}, finding), {}), text);
}

function executionsOf(own: LiveSourcesRow["callers"]): number {
  return sum(own, ({ executions }) => executions);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

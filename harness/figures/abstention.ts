import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../base/counts.ts";
import type { ConfigurationSummary } from "../analyses/summary/configuration.ts";
import { configurationAxis, configurationSpace } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { hrefChannel } from "../drawing/encode.ts";
import { configurationLabel, count, percent } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import { isNarrow, rowHeight } from "../drawing/theme.ts";
import type { ChartOptions, Figure, FigureRow, Target } from "./figure.ts";

const STATES = ["abstained, rightly", "answered anyway", "no answer", "abstained, wrongly", "did not abstain"] as const;
const QUESTIONS = ["unanswerable", "answerable"] as const;

export interface AbstentionRow extends FigureRow {
  configuration: string;
  model: string;
  workflow: string;
  knowledge: string;
  question: string;
  state: string;
  count: number;
  of: number;
}

export const abstention: Figure<AbstentionRow, null> = {
  name: "abstention",
  title: "Abstention: right, missed, wrong",
  definition:
    "Executions counted by whether the answer says that there is nothing to recommend. Left: scenarios without an answer in the corpus (abstaining is right). Right: scenarios with one (abstaining is wrong). No answer: the execution timed out, failed or is missing.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "question", label: "scenarios", format: "text" },
    { key: "state", label: "what it did", format: "text" },
    { key: "count", label: "executions", format: "count" },
    { key: "of", label: "of", format: "count" },
  ],
  read: ({ summary }) => ({ rows: summary.configurations.flatMap(rowsOf), facts: null }),
  caption: ({ rows }) => describeAbstention(rows),
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) => abstentionSpec(rows, options),
  target: targetOf,
  behind: {},
};

function rowsOf(summary: ConfigurationSummary): AbstentionRow[] {
  const { model, workflow, knowledge, abstention: counts } = summary;
  const { correct, missed, unanswerable, answerable } = counts;
  const base = { configuration: configurationLabel(summary), model, workflow, knowledge };
  const row = (question: string, state: (typeof STATES)[number], n: number): AbstentionRow => ({
    ...base,
    question,
    state,
    count: n,
    of: question === "unanswerable" ? unanswerable : answerable,
  });
  return [
    row("unanswerable", "abstained, rightly", correct),
    row("unanswerable", "answered anyway", missed),
    row("unanswerable", "no answer", unanswerable - correct - missed),
    row("answerable", "abstained, wrongly", counts.false),
    row("answerable", "did not abstain", answerable - counts.false),
  ];
}

function describeAbstention(rows: readonly AbstentionRow[]): string {
  const sum = (state: string) => rows.filter((row) => row.state === state).reduce((total, row) => total + row.count, 0);
  const total = (question: string, state: string) =>
    rows.filter((row) => row.question === question && row.state === state).reduce((all, row) => all + row.of, 0);
  const unanswerable = total("unanswerable", "abstained, rightly");
  const answerable = total("answerable", "abstained, wrongly");
  if (unanswerable === 0) return "The run has no unanswerable scenario, so abstention cannot be judged.";
  const missed = sum("answered anyway");
  const wrong = sum("abstained, wrongly");
  const ranked = rows
    .filter((row) => row.state === "abstained, rightly")
    .sort((a, b) => b.count / b.of - a.count / a.of);
  const best = ranked[0]!;
  const tied = ranked.filter((row) => row.count * best.of === best.count * row.of).length - 1;
  const others = tied === 0 ? "" : ` and ${countOf(tied, "other")}`;
  return `Where there was nothing to find, ${count(missed)} of ${count(unanswerable)} executions (${percent(missed / unanswerable)}) recommended something anyway; where there was, ${count(wrong)} of ${count(answerable)} (${percent(answerable === 0 ? null : wrong / answerable)}) gave up. Highest observed number of correct abstentions: ${best.configuration}${others}, ${best.count} of ${best.of}, not tested against the rest.`;
}

function abstentionSpec(rows: readonly AbstentionRow[], options: ChartOptions): TopLevelSpec {
  const { theme, width } = options;
  const configurations = rows.filter((row) => row.state === STATES[0]);
  const stacked = isNarrow(options, 620);
  const label = configurationSpace(rows, options);
  const panel = stacked ? width - label - 30 : Math.floor((width - label - 56) / 2);
  const range = [theme.found, theme.lost, theme.none, theme.invented, theme.rule];
  const color = {
    field: "state",
    type: "nominal",
    title: null,
    scale: { domain: [...STATES], range },
    legend: { columns: isNarrow(options, 480) ? 1 : stacked ? 2 : isNarrow(options, 820) ? 3 : 5 },
  };
  const titles = { unanswerable: "nothing to find", answerable: "something to find" };
  const concatenated = QUESTIONS.map((question, index) => ({
    name: `${DATA}_${index}`,
    width: Math.max(80, panel),
    height: Math.max(1, configurations.length) * rowHeight(options),
    title: { text: titles[question], anchor: "start", frame: "group", fontSize: 11.5, fontWeight: 700, offset: 6 },
    transform: [{ filter: { field: "question", equal: question } }],
    mark: { type: "bar", height: 12 },
    encoding: {
      y:
        index === 0 || stacked
          ? configurationAxis(configurations, options)
          : { ...configurationAxis(configurations, options), axis: null },
      x: { field: "count", type: "quantitative", title: "executions", stack: "zero", axis: { tickMinStep: 1 } },
      color,
      order: { field: "order", type: "quantitative" },
      tooltip: [{ field: "configuration" }, { field: "state" }, { field: "count" }, { field: "of" }],
      ...hrefChannel(options),
    },
  }));
  const calculated = { calculate: `indexof(${JSON.stringify(STATES)}, datum.state)`, as: "order" };
  return {
    ...frame({ target: targetOf }, rows, options),
    transform: [calculated],
    [stacked ? "vconcat" : "hconcat"]: concatenated,
  } as TopLevelSpec;
}

const ABSTENTION_FILTER: Partial<Record<string, string>> = {
  "abstained, rightly": "correct",
  "answered anyway": "missed",
  "no answer": "no_answer",
  "abstained, wrongly": "false",
  "did not abstain": "none",
};

function targetOf({ model, workflow, knowledge, question, state }: AbstentionRow): Target {
  return {
    model,
    workflow,
    knowledge,
    answerable: String(question === "answerable"),
    abstention: ABSTENTION_FILTER[state],
  };
}

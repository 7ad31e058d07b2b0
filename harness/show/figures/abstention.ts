import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { count, percent } from "../../print/format.ts";
import type { ConfigurationSummary } from "../../results/analyses/summary/configuration.ts";
import type { Target } from "../../results/selection/target.ts";
import { configurationAxis, configurationSpace } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { hrefChannel, legendBeside, PERCENT_AXIS } from "../drawing/encode.ts";
import type { ChartOptions, Figure } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { fontSizeOf, isNarrow, rowHeight } from "../drawing/theme.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";

const STATES = ["abstained, rightly", "answered anyway", "no answer", "abstained, wrongly", "did not abstain"] as const;
const QUESTIONS = ["unanswerable", "answerable"] as const;

export interface AbstentionRow extends ConfigurationRow {
  question: string;
  state: string;
  count: number;
  of: number;
}

export const abstention: Figure<AbstentionRow, null> = {
  name: "abstention",
  title: "Abstention: right, missed, wrong",
  definition:
    "Executions counted by whether the answer says that there is nothing to recommend. Left: scenarios without an answer in the corpus (abstaining is right). Right: scenarios with one (abstaining is wrong). No answer: the execution timed out, failed or is missing. Bars are shares where configurations were executed unequally often.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "question", label: "scenarios", format: "text" },
    { key: "state", label: "what it did", format: "text" },
    { key: "count", label: "executions", format: "count" },
    { key: "of", label: "of", format: "count" },
  ],
  read: ({ summary }) => ({ rows: summary.configurations.flatMap(rowsOf), facts: null }),
  caption: ({ rows }) => describeAbstention(rows),
  flat: ({ rows }) => oneState(rows),
  marks: ({ rows }) => rows.filter(({ question }) => askedIn(rows).some((one) => one === question)).length,
  spec: ({ rows }, options) => abstentionSpec(rows, options),
  target: targetOf,
  behind: {},
};

function rowsOf(summary: ConfigurationSummary): AbstentionRow[] {
  const { abstention: counts } = summary;
  const { correct, missed, unanswerable, answerable } = counts;
  const base = configurationRow(summary);
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
  const gave =
    answerable === 0
      ? ""
      : `; where there was, ${count(wrong)} of ${count(answerable)} (${percent(wrong / answerable)}) gave up`;
  return `Where there was nothing to find, ${count(missed)} of ${countOf(unanswerable, "execution")} (${percent(missed / unanswerable)}) recommended something${gave}.`;
}

/** Where every bar would be of one colour. */
function oneState(rows: readonly AbstentionRow[]): string | null {
  const states = new Set(rows.filter((row) => row.count > 0).map(({ state }) => state));
  const ofQuestion = (question: string) => rows.filter((row) => row.question === question && row.count > 0);
  if (
    states.size === 0 ||
    QUESTIONS.some((question) => new Set(ofQuestion(question).map(({ state }) => state)).size > 1)
  )
    return null;
  const words = QUESTIONS.flatMap((question) => {
    const own = ofQuestion(question);
    const n = own.reduce((sum, row) => sum + row.count, 0);
    return n === 0
      ? []
      : [`${n === 1 ? "the one execution" : `all ${count(n)} executions`} of ${question} scenarios: ${own[0]!.state}`];
  });
  return `Abstention does not vary: ${words.join("; ")}.`;
}

/** Kinds of question with an execution: a run that asks nothing of a kind has no panel for it. */
function askedIn(rows: readonly AbstentionRow[]): (typeof QUESTIONS)[number][] {
  return QUESTIONS.filter((kind) => rows.some(({ question, of }) => question === kind && of > 0));
}

function abstentionSpec(rows: readonly AbstentionRow[], options: ChartOptions): TopLevelSpec {
  const { theme, width } = options;
  const configurations = rows.filter((row) => row.state === STATES[0]);
  const label = configurationSpace(rows, options);
  const panel = Math.floor((width - label - 3 * fontSizeOf(options)) / 2);
  const range = [theme.found, theme.lost, theme.none, theme.invented, theme.rule];
  const color = {
    field: "state",
    type: "nominal",
    title: null,
    scale: { domain: [...STATES], range },
    legend: legendBeside(STATES, { options, beside: label }),
  };
  const titles = { unanswerable: "nothing to find", answerable: "something to find" };
  const concatenated = askedIn(rows).map((question, index) => ({
    name: `${DATA}_${index}`,
    width: Math.max(40, panel),
    height: Math.max(1, configurations.length) * rowHeight(options),
    title: {
      text: titles[question],
      anchor: "start",
      frame: "group",
      fontSize: fontSizeOf(options),
      fontWeight: 700,
      offset: 6,
    },
    transform: [{ filter: { field: "question", equal: question } }],
    mark: { type: "bar", height: 0.6 * rowHeight(options) },
    encoding: {
      y:
        index === 0
          ? configurationAxis(configurations, options)
          : { ...configurationAxis(configurations, options), axis: null },
      x: {
        field: "count",
        type: "quantitative",
        ...lengthOf(rows, question, options),
      },
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
    spacing: 14,
    hconcat: concatenated,
  } as TopLevelSpec;
}

/** Configurations executed unequally often are compared by shares, as those that differ in repeats alone have to be. */
function lengthOf(rows: readonly AbstentionRow[], question: string, options: ChartOptions) {
  const asked = new Set(rows.filter((row) => row.question === question).map((row) => row.of));
  const tickCount = isNarrow(options) ? 3 : 5;
  return asked.size > 1
    ? { title: "share of executions", stack: "normalize", axis: { ...PERCENT_AXIS, tickCount } }
    : { title: "executions", stack: "zero", axis: { tickMinStep: 1, tickCount } };
}

const ABSTENTION_FILTER: Partial<Record<string, string>> = {
  "abstained, rightly": "correct",
  "answered anyway": "missed",
  "no answer": "no_answer",
  "abstained, wrongly": "false",
  "did not abstain": "none",
};

function targetOf(row: AbstentionRow): Target {
  const { question, state } = row;
  return {
    ...configurationTarget(row),
    answerable: String(question === "answerable"),
    abstention: ABSTENTION_FILTER[state],
  };
}

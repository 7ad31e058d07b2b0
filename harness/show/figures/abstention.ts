import { countOf } from "../../../base/counts.ts";
import { count, percent } from "../../print/format.ts";
import type { ConfigurationSummary } from "../../results/analyses/summary/configuration.ts";
import type { Target } from "../../results/selection/target.ts";
import { countBars } from "../drawing/charts/bars.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";

const STATES = ["abstained, rightly", "answered anyway", "no answer", "abstained, wrongly", "did not abstain"] as const;
const QUESTIONS = ["unanswerable", "answerable"] as const;
const HEADINGS = { unanswerable: "nothing to find", answerable: "something to find" };

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
    "Executions counted by whether the answer says that there is nothing to recommend. Left: scenarios without an answer in the corpus (abstaining is right). Right: scenarios with one (abstaining is wrong). No answer: the execution timed out or failed. Bars are shares where configurations were executed unequally often.",
  columns: columnsOf({
    configuration: "text",
    question: ["text", "scenarios"],
    state: ["text", "what it did"],
    count: ["count", "executions"],
    of: "count",
  }),
  read: ({ summary }) => ({ rows: summary.configurations.flatMap(rowsOf), facts: null }),
  caption: ({ rows }) => describeAbstention(rows),
  flat: ({ rows }) => oneState(rows),
  marks: ({ rows }) => rows.filter(({ question }) => askedIn(rows).some((one) => one === question)).length,
  spec: ({ rows }, options) => {
    const { found, lost, none, invented, rule } = options.theme;
    const asked = askedIn(rows).map((question) => [question, HEADINGS[question]]);
    return countBars({
      ...{ rows, options, field: "state", parts: STATES, colors: [found, lost, none, invented, rule] },
      panels: { field: "question", headings: Object.fromEntries(asked) },
      counts: { count: "count", of: "of", what: "executions" },
      tooltip: ["configuration", "state", "count", "of"],
    });
  },
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
  if (unanswerable === 0) return "No unanswerable scenario was executed, so abstention cannot be judged.";
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
      : [`${n === 1 ? "the one execution" : `all ${count(n)} executions`} of ${question} scenarios (${own[0]!.state})`];
  });
  return `Abstention does not vary: ${words.join("; ")}.`;
}

/** Kinds of question with an execution: a run that asks nothing of a kind has no panel for it. */
function askedIn(rows: readonly AbstentionRow[]): (typeof QUESTIONS)[number][] {
  return QUESTIONS.filter((kind) => rows.some(({ question, of }) => question === kind && of > 0));
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

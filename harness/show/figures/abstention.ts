import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { count, percent } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import type { Results } from "../../results/analyses/results.ts";
import { type Abstention, abstentionOf } from "../../results/selection/abstention.ts";
import type { Target } from "../../results/selection/target.ts";
import { countBars } from "../drawing/charts/bars.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationsByName, configurationTarget } from "./configurations.ts";

const STATES = {
  "abstained, rightly": "correct",
  "answered anyway": "missed",
  "no answer": "no_answer",
  "abstained, wrongly": "false",
  "did not abstain": "none",
} as const satisfies Readonly<Record<string, Abstention>>;
type State = keyof typeof STATES;
const SHOWN: Readonly<Record<(typeof QUESTIONS)[number], readonly State[]>> = {
  unanswerable: ["abstained, rightly", "answered anyway", "no answer"],
  answerable: ["abstained, wrongly", "did not abstain", "no answer"],
};
const QUESTIONS = ["unanswerable", "answerable"] as const;
const HEADINGS = { unanswerable: "nothing to find", answerable: "something to find" };

export interface AbstentionRow extends ConfigurationRow {
  question: string;
  state: State;
  count: number;
  of: number;
}

export const abstention: Figure<AbstentionRow, null> = {
  name: "abstention",
  title: "Abstention: right, missed, wrong",
  definition:
    "Executions counted by whether the answer says that there is nothing to recommend. Left: scenarios without an answer in the corpus (abstaining is right). Right: scenarios with one (abstaining is wrong). No answer: the execution timed out or failed. What never ran or is unscored is left out. Bars are shares where configurations were executed unequally often.",
  columns: columnsOf({
    configuration: "text",
    question: ["text", "scenarios"],
    state: ["text", "what it did"],
    count: ["count", "executions"],
    of: "count",
  }),
  read: (results) => ({ rows: abstentionRows(results), facts: null }),
  caption: ({ rows }) => describeAbstention(rows),
  flat: ({ rows }) => oneState(rows),
  marks: ({ rows }) => rows.filter(({ question }) => askedIn(rows).some((one) => one === question)).length,
  spec: ({ rows }, options) => {
    const { found, lost, none, invented, rule } = options.theme;
    const asked = askedIn(rows).map((question) => [question, HEADINGS[question]]);
    return countBars({
      ...{ rows, options, field: "state", parts: Object.keys(STATES), colors: [found, lost, none, invented, rule] },
      panels: { field: "question", headings: Object.fromEntries(asked) },
      counts: { count: "count", of: "of", what: "executions" },
      tooltip: ["configuration", "state", "count", "of"],
    });
  },
  target: targetOf,
  behind: {},
};

/** Of what ran and is scored: the rest has no bar. */
function abstentionRows({ summary, scores }: Results): AbstentionRow[] {
  const byConfiguration = grouped(scores, configurationName);
  return [...configurationsByName(summary)].flatMap(([name, base]) => {
    const members = (byConfiguration.get(name) ?? []).filter((record) => abstentionOf(record) !== "unknown");
    return members.length === 0 ? [] : QUESTIONS.flatMap((question) => rowsOf(base, question, members));
  });
}

function rowsOf(
  base: ConfigurationRow,
  question: (typeof QUESTIONS)[number],
  members: readonly ScoreRecord[],
): AbstentionRow[] {
  const asked = members.filter(({ answerable }) => answerable === (question === "answerable"));
  return SHOWN[question].map((state) => {
    const count = asked.filter((record) => abstentionOf(record) === STATES[state]).length;
    return { ...base, question, state, count, of: asked.length };
  });
}

function describeAbstention(rows: readonly AbstentionRow[]): string {
  const sum = (state: string) => rows.filter((row) => row.state === state).reduce((total, row) => total + row.count, 0);
  const total = (question: string, state: string) =>
    rows.filter((row) => row.question === question && row.state === state).reduce((all, row) => all + row.of, 0);
  const unanswerable = total("unanswerable", "abstained, rightly");
  const answerable = total("answerable", "abstained, wrongly");
  if (unanswerable === 0) return "No scored execution of an unanswerable scenario: abstention cannot be judged.";
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

function targetOf(row: AbstentionRow): Target {
  const { question, state } = row;
  return {
    ...configurationTarget(row),
    answerable: String(question === "answerable"),
    abstention: STATES[state],
  };
}

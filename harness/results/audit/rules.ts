import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { lastGrade } from "../../../conform/grade.ts";
import type { AuditedFile, AuditedRow, AuditedScore, AuditFinding } from "./audited.ts";

/** What can be wrong with a file: rows that show it, or null. The sentence is made of their number. */
export interface AuditRule extends Pick<AuditFinding, "severity" | "todo"> {
  say: (count: number) => string;
  /** Names of what breaks the rule. */
  find: (file: AuditedFile) => string[];
}

const scoresOf = (row: AuditedRow): AuditedScore[] => Object.values(row.scores);
const isUnscored = (row: AuditedRow): boolean => scoresOf(row).every(({ value }) => value === null);
const named = (rows: readonly AuditedRow[]): string[] => rows.map(({ name }) => name);

/** How tools say that they could not read their judge: Inspect AI, promptfoo, DeepEval, Ragas, autoevals. */
const UNREAD =
  /^Grade not found in model output|^Could not extract JSON from|Evaluation LLM outputted an invalid JSON|[Ff]ailed to parse (?:the )?output|Unknown choice:? /;
/** A verdict in plain words, at the end of a reason. */
const VERDICT = /\bverdict\W+(yes|no|pass|fail|passed|failed|correct|incorrect|true|false)\W*$/i;
const YES = ["yes", "pass", "passed", "correct", "true"];

/** What exports say beside the scores of a failed execution: a file that states its convention hides nothing by it. */
export const FAILURE_CONVENTION = "the execution failed: its quality counts as 0, since the user got nothing";

/** Failed executions with a 0, by whether each says that it is one by convention. */
function zerosOfFailures(rows: readonly AuditedRow[], stated: boolean): string[] {
  const zeros = (row: AuditedRow) => (row.error === null ? [] : scoresOf(row).filter(({ value }) => value === 0));
  return named(
    rows.filter((row) => {
      const reasons = zeros(row).map(({ reason }) => reason === FAILURE_CONVENTION);
      return reasons.length > 0 && reasons.every(Boolean) === stated;
    }),
  );
}

/** Rules of one file, in the order in which findings are shown. */
export const AUDIT_RULES: Readonly<Record<string, AuditRule>> = {
  "no results": {
    severity: "error",
    say: () => "no execution has a score: whatever this file is said to show, nothing was measured",
    todo: "look for why nothing ran or was graded; let an empty result fail the build",
    find: ({ name, rows }) => (rows.every(isUnscored) ? [name] : []),
  },
  "never ran": {
    severity: "error",
    say: (count) => `${countOf(count, "execution")} of those planned left no result`,
    todo: "run them, or say the share that is missing beside each mean",
    find: ({ expected, rows }) => {
      const missing = Math.max(0, (expected ?? 0) - new Set(named(rows)).size);
      return Array.from({ length: missing }, (_, at) => `missing ${at + 1}`);
    },
  },
  "zero for a failure": {
    severity: "error",
    say: (count) => `${countOf(count, "failed execution is", "failed executions are")} scored 0, as a wrong answer is`,
    todo: "leave failures out of the mean and count them beside it, or run them again",
    find: ({ rows }) => zerosOfFailures(rows, false),
  },
  "failure counts as zero": {
    severity: "warning",
    say: (count) => `${countOf(count, "failed execution counts", "failed executions count")} as 0, as the file says`,
    todo: "say how many beside the mean, which is of answers and of failures at once",
    find: ({ rows }) => zerosOfFailures(rows, true),
  },
  "left out after a failure": {
    severity: "warning",
    say: (count) => `${countOf(count, "failed execution is", "failed executions are")} in no mean`,
    todo: "say how many beside the mean: a system that fails on hard items looks better by it",
    find: ({ rows }) =>
      // Where nothing at all has a score, that is the finding.
      rows.every(isUnscored) ? [] : named(rows.filter((row) => row.error !== null && isUnscored(row))),
  },
  "judge not understood": {
    severity: "error",
    say: (count) =>
      `${countOf(count, "score stands", "scores stand")} for a judge's answer that the tool could not read`,
    todo: "make these unscored and ask the judge again",
    find: ({ rows }) =>
      named(
        rows.filter((row) => scoresOf(row).some(({ value, reason }) => value !== null && UNREAD.test(reason ?? ""))),
      ),
  },
  "unscored beside others": {
    severity: "warning",
    say: (count) => `${countOf(count, "execution has", "executions have")} no value of a metric that others have`,
    todo: "say how many beside the mean, which is of fewer than its neighbours",
    find: ({ rows }) => {
      const measured = new Set(
        rows.flatMap(({ scores }) => Object.keys(scores).filter((name) => scores[name]!.value !== null)),
      );
      return named(
        rows.filter(
          (row) =>
            row.error === null && !row.unchecked && [...measured].some((metric) => row.scores[metric]?.value == null),
        ),
      );
    },
  },
  "passed unchecked": {
    severity: "error",
    say: (count) => `${countOf(count, "execution is", "executions are")} called passed though nothing was checked`,
    todo: "give each an assertion or a metric, and let those without any fail the build",
    find: ({ rows }) => named(rows.filter(({ unchecked }) => unchecked === true)),
  },
  "verdict against its score": {
    severity: "error",
    say: (count) => `${countOf(count, "verdict differs", "verdicts differ")} from the score and its threshold`,
    todo: "find out which of the two the report counts",
    find: ({ rows }) =>
      named(
        rows.filter((row) =>
          scoresOf(row).some(
            ({ value, passed, threshold }) =>
              value !== null && passed != null && threshold != null && passed !== value >= threshold,
          ),
        ),
      ),
  },
  "verdict against its reason": {
    severity: "error",
    say: (count) => `${countOf(count, "verdict differs", "verdicts differ")} from the grade in the judge's own words`,
    todo: "read these, and mend how the grade is taken out of the answer",
    find: ({ rows }) => named(rows.filter((row) => scoresOf(row).some(contradicts))),
  },
  "recorded twice": {
    severity: "error",
    say: (count) => `${countOf(count, "record")} of an execution that is recorded already`,
    todo: "keep one of each",
    find: ({ rows }) =>
      repeatedKeys(rows, ({ system, name }) => `${system} ${name}`).flatMap((same) => named(same.slice(1))),
  },
  "returned twice": {
    severity: "error",
    say: (count) => `${countOf(count, "ranking returns", "rankings return")} a document twice: each counts as a hit`,
    todo: "keep the first of each; trec_eval refuses such a run",
    find: ({ rows }) => named(rows.filter(({ repeated = 0 }) => repeated > 0)),
  },
  "ties decide": {
    severity: "warning",
    say: (count) => `the value of ${countOf(count, "ranking")} depends on the order of equal scores`,
    todo: "write scores with all their digits, or say how ties are ordered (trec_eval: by id, descending)",
    find: ({ rows }) => named(rows.filter(({ orderDecides }) => orderDecides === true)),
  },
  "one question, two targets": {
    severity: "error",
    say: (count) => `${countOf(count, "item asks", "items ask")} what another asks, with another answer expected`,
    todo: "one of the answers is wrong, or the question lacks what tells them apart",
    find: ({ rows }) => twins(rows).flatMap((items) => (distinct(items, "target") > 1 ? named(items) : [])),
  },
  "asked twice": {
    severity: "warning",
    say: (count) => `${countOf(count, "item asks", "items ask")} what another asks: no independent evidence`,
    todo: "keep one, or cluster the statistics by question",
    find: ({ rows }) => twins(rows).flatMap((items) => (distinct(items, "target") === 1 ? named(items) : [])),
  },
  "shown before it is asked": {
    severity: "error",
    say: (count) => `${countOf(count, "item is", "items are")} among the solved examples that the system was shown`,
    todo: "draw examples from another split",
    find: ({ rows }) => named(rows.filter(isShown)),
  },
  "one answer, two grades": {
    severity: "error",
    say: (count) => `${countOf(count, "answer is", "answers are")} graded differently from the same answer elsewhere`,
    todo: "the grader is not steady: grade an answer once, or report its own spread",
    find: ({ rows }) =>
      repeatedKeys(
        rows.filter(({ answer }) => answer != null && answer !== ""),
        ({ question, target, answer }) => JSON.stringify([question, target, answer]),
      ).flatMap((same) => (flips(same) ? named(same) : [])),
  },
  "repeats flip": {
    severity: "warning",
    say: (count) => `${countOf(count, "item scores", "items score")} differently when asked again`,
    todo: "report the spread over repeats; compare systems by means over them",
    find: ({ rows }) =>
      repeatedKeys(rows, ({ system, item }) => `${system} ${item}`).flatMap((same) =>
        flips(same) && !isOneAnswer(same) ? [same[0]!.item] : [],
      ),
  },
};

function contradicts({ value, letter, reason }: AuditedScore): boolean {
  const said = lastGrade(reason ?? "");
  if (letter != null && said !== null) return said !== letter;
  const verdict = VERDICT.exec(reason ?? "")?.[1]?.toLowerCase();
  return verdict !== undefined && (value === 0 || value === 1) && value !== Number(YES.includes(verdict));
}

/** A solved example is the question and what follows it. */
function isShown({ question, shown = [] }: AuditedRow): boolean {
  return shown.some((example) => example.startsWith(question));
}

function isOneAnswer(rows: readonly AuditedRow[]): boolean {
  return rows[0]?.answer != null && new Set(rows.map(({ answer }) => answer)).size === 1;
}

function repeatedKeys(rows: readonly AuditedRow[], keyOf: (row: AuditedRow) => string): AuditedRow[][] {
  return [...grouped(rows, keyOf).values()].filter(({ length }) => length > 1);
}

/** Items of one system that ask the same: the first row of each. */
function twins(rows: readonly AuditedRow[]): AuditedRow[][] {
  const items = [...grouped(rows, ({ system, item }) => `${system} ${item}`).values()].map(([first]) => first!);
  return repeatedKeys(items, ({ system, question }) => `${system} ${question}`);
}

function distinct(rows: readonly AuditedRow[], what: "target"): number {
  return new Set(rows.map((row) => row[what])).size;
}

function flips(rows: readonly AuditedRow[]): boolean {
  const metrics = new Set(rows.flatMap(({ scores }) => Object.keys(scores)));
  const values = (metric: string) => rows.flatMap(({ scores }) => scores[metric]?.value ?? []);
  return [...metrics].some((metric) => new Set(values(metric)).size > 1);
}

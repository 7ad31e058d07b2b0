import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
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

/** How tools say that they could not read their judge: Inspect AI, promptfoo. */
const UNREAD = /^Grade not found in model output|^Could not extract JSON from llm-rubric response/;
/** The last verdict in a judge's words, as Inspect AI's templates ask for it. */
const GRADE = /GRADE:\s*([CPI])\b(?![\s\S]*GRADE:)/;

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
    find: ({ rows }) =>
      named(rows.filter((row) => row.error !== null && scoresOf(row).some(({ value }) => value === 0))),
  },
  "left out after a failure": {
    severity: "warning",
    say: (count) => `${countOf(count, "failed execution is", "failed executions are")} in no mean`,
    todo: "say how many beside the mean: a system that fails on hard items looks better by it",
    find: ({ rows }) => named(rows.filter((row) => row.error !== null && isUnscored(row))),
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
  "repeats flip": {
    severity: "warning",
    say: (count) => `${countOf(count, "item scores", "items score")} differently when asked again`,
    todo: "report the spread over repeats; compare systems by means over them",
    find: ({ rows }) =>
      repeatedKeys(rows, ({ system, item }) => `${system} ${item}`).flatMap((same) =>
        flips(same) ? [same[0]!.item] : [],
      ),
  },
};

function contradicts({ letter, reason }: AuditedScore): boolean {
  const said = GRADE.exec(reason ?? "")?.[1];
  return letter !== null && said !== undefined && said !== letter;
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

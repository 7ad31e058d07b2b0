import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { count, configurationName as nameField, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";

const statusField = z.enum(["pass", "fail"]);
type Status = z.infer<typeof statusField>;

const rulingsSchema = z.strictObject({ primary: count, calibration: count, tie: count });

const metaJudgeSchema = z.strictObject({
  pairs: count.describe("of primary and calibration verdicts that were ruled on"),
  disagreed: count.describe("other status, or overall scores 0.1 or more apart"),
  disagreed_in_status: count,
  rulings: rulingsSchema.describe("whose judgement was preferred"),
  rulings_on_disagreed: rulingsSchema,
  changed: z
    .array(z.strictObject({ key: z.string(), from: statusField, to: statusField }))
    .describe("executions whose status the ruling turns"),
  changed_share: numberOrNull,
  ranking: z
    .strictObject({
      configurations: z.array(z.strictObject({ configuration: nameField, before: numberOrNull, after: numberOrNull })),
      swapped: z
        .array(z.strictObject({ first: z.string(), second: z.string() }))
        .describe("pairs whose order turned round"),
    })
    .describe("pass rates with the primary verdicts and with the rulings in place of the changed ones"),
});
type MetaJudgeRecord = z.infer<typeof metaJudgeSchema>;

export const metaJudge = defineAnalysis({
  name: "meta_judge",
  schema: metaJudgeSchema.describe("What the arbitration came to."),
  needs: [],
  compute: ({ executions }) => recordMetaJudge(executions),
});

/**
 * A verdict is changed where the ruling prefers the calibration judge's and its status is another; the ranking is that by pass rate
 * over all executions, with changed verdicts in place of the old.
 */
export function recordMetaJudge(executions: readonly ScoredExecution[]): MetaJudgeRecord {
  const ruled = executions.filter(({ meta }) => meta?.type === "judged");
  const disagreed = ruled.filter(({ meta }) => meta?.judgments_agree === false);
  const changed = ruled.flatMap(changeOf);
  const after = new Map(changed.map(({ key, to }) => [key, to]));
  return {
    pairs: ruled.length,
    disagreed: disagreed.length,
    disagreed_in_status: disagreed.filter(({ primary, calibration }) => statusOf(primary) !== statusOf(calibration))
      .length,
    rulings: countRulings(ruled),
    rulings_on_disagreed: countRulings(disagreed),
    changed,
    changed_share: ruled.length === 0 ? null : changed.length / ruled.length,
    ranking: compareRankings(executions, after),
  };
}

function changeOf({ meta, primary, calibration, record }: ScoredExecution): MetaJudgeRecord["changed"] {
  const [from, to] = [statusOf(primary), statusOf(calibration)];
  if (meta?.preferred_judgment !== "B" || !from || !to || from === to) return [];
  return [{ key: executionName(record), from, to }];
}

function statusOf(verdict: ScoredExecution["primary"]): Status | undefined {
  return verdict?.judgement?.status;
}

function countRulings(ruled: readonly ScoredExecution[]): MetaJudgeRecord["rulings"] {
  const count = (ruling: "A" | "B" | "tie") => ruled.filter(({ meta }) => meta?.preferred_judgment === ruling).length;
  return { primary: count("A"), calibration: count("B"), tie: count("tie") };
}

function compareRankings(
  executions: readonly ScoredExecution[],
  after: ReadonlyMap<string, Status>,
): MetaJudgeRecord["ranking"] {
  const rows = [...grouped(executions, ({ record }) => configurationName(record))].map(([configuration, own]) => {
    const scored = own.filter((execution) => scoreValue(execution, "pass") !== null);
    const ruled = scored.map((execution) => {
      const status = after.get(executionName(execution.record));
      return status === undefined ? scoreValue(execution, "pass")! : Number(status === "pass");
    });
    return {
      configuration,
      before: mean(scored.map((execution) => scoreValue(execution, "pass")!)),
      after: mean(ruled),
    };
  });
  const known = rows.filter((row): row is typeof row & { before: number; after: number } => row.before !== null);
  const swapped = known.flatMap((first, index) =>
    known
      .slice(index + 1)
      .filter((second) => (first.before - second.before) * (first.after - second.after) < 0)
      .map((second) => ({ first: first.configuration, second: second.configuration })),
  );
  return { configurations: rows, swapped };
}

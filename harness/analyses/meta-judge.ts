import { grouped } from "../../base/grouped.ts";
import type { MetaJudgeRecord } from "../domain/judge-summary.ts";
import { configurationName, executionName } from "../domain/names.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { mean } from "../statistics/basics/describe.ts";

type Status = "pass" | "fail";

/**
 * `metrics/meta_judge.json`: what the arbitration came to. A verdict is changed where the ruling prefers the calibration judge's
 * and its status is another; the ranking is that by pass rate over all executions, with changed verdicts in place of the old.
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

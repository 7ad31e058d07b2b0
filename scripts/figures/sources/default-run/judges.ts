import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { Measured } from "../../source.ts";
import { count, precise } from "../../written.ts";

/** Meta-judge, correction and probes of the two rubrics. */
export function judgeFigures({
  meta_judge: metaJudge,
  judge_correction: judgeCorrection,
  judge_probes,
}: Results): Measured {
  const { rulings } = metaJudge;
  const probes = judge_probes.flatMap(({ judge, probes: own }) =>
    own.map(({ probe, effect, low, high, threshold, finding, n }) => [
      judge,
      probe,
      ...[effect, low, high].map(precise),
      String(threshold),
      finding ?? "none",
      count(n),
    ]),
  );
  return {
    values: {
      "meta.pairs": count(metaJudge.pairs),
      "meta.disagreed": count(metaJudge.disagreed),
      "meta.disagreed.status": count(metaJudge.disagreed_in_status),
      "meta.primary": count(rulings.primary),
      "meta.calibration": count(rulings.calibration),
      "meta.tie": count(rulings.tie),
      "meta.changed": count(metaJudge.changed.length),
      "meta.swapped": count(metaJudge.ranking.swapped.length),
      "probes.findings": count(judge_probes.flatMap(({ probes: own }) => own.filter(({ finding }) => finding)).length),
      "correction.before": precise(judgeCorrection.error_before),
      "correction.after": precise(judgeCorrection.error_after),
      "correction.shift": precise(judgeCorrection.shift),
      "correction.verdict": judgeCorrection.applied ? "applied" : "refused",
    },
    tables: {
      probes: { columns: ["judge", "probe", "effect", "low", "high", "threshold", "finding", "n"], rows: probes },
    },
  };
}

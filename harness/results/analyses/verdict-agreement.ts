import { z } from "zod";
import { makeRandom } from "../../../base/random.ts";
import { cohenKappa } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import { pairedBootstrapInterval } from "../../../measure/statistics/intervals/paired-bootstrap-interval.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { FAMILIES } from "../../../scenarios/set/schema.ts";
import { modelNames } from "../../record/config/matrix.ts";
import { count, interval, numberOrNull } from "../../record/domain/fields.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import type { Target } from "../selection/target.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored } from "./scored.ts";

const verdictAgreementSchema = z.strictObject({
  factor: z.enum(["all", "answerable", "model", "family"]),
  level: z.string(),
  both_pass: count,
  functional_only: count.describe("the functional verdict passes, the judge does not"),
  judge_only: count.describe("the judge passes, the functional verdict does not"),
  both_fail: count,
  n: count,
  percent_agreement: numberOrNull,
  cohen_kappa: numberOrNull.describe("null where one of them gives the same verdict throughout"),
  ...interval,
});

const BOTH_VERDICTS: Target = { outcome: "success", metric: "functional_pass,pass", has: "value" };

export const verdictAgreement = defineAnalysis({
  name: "verdict_agreement",
  schema: z
    .array(verdictAgreementSchema)
    .describe(
      "Functional verdict against the primary judge's, over answered executions with both: those without an answer fail by rule in both.",
    ),
  needs: [],
  compute: compareVerdicts,
  behind: {
    both_pass: { outcome: "success", functional: "pass", verdict: "pass", of: "n" },
    functional_only: { outcome: "success", functional: "pass", verdict: "fail", of: "n" },
    judge_only: { outcome: "success", functional: "fail", verdict: "pass", of: "n" },
    both_fail: { outcome: "success", functional: "fail", verdict: "fail", of: "n" },
    n: { ...BOTH_VERDICTS, of: "n" },
    percent_agreement: { ...BOTH_VERDICTS, of: "percent_agreement" },
    cohen_kappa: { ...BOTH_VERDICTS, of: "cohen_kappa" },
    low: { ...BOTH_VERDICTS, of: "interval", at: "cohen_kappa" },
    high: { ...BOTH_VERDICTS, of: "interval", at: "cohen_kappa" },
  },
  table: (rows, facts) => ({
    title: "Functional verdict against the judge's",
    caption: makeCaption(
      facts,
      "Answered executions with both verdicts; one without an answer fails by rule in both. Interval of Cohen's kappa: 95 %, whole scenarios resampled.",
      "A pass of either follows from the same counted ids and entities; only alignment is the judge's own: agreement is largely by construction, and a judge that reads nothing has it, too.",
    ),
    columns: [
      ...columnsShown("text", { factor: "Over", level: "Level" }),
      ...columnsShown("count", {
        both_pass: "Both pass",
        functional_only: "Functional alone",
        judge_only: "Judge alone",
        both_fail: "Both fail",
      }),
      { key: "percent_agreement", label: "Equal %", format: "percent" },
      ...columnsShown("decimal", { cohen_kappa: "Kappa", low: "Low", high: "High" }),
      { key: "n", label: "n", format: "count" },
    ],
    rows,
  }),
});

type Row = z.infer<typeof verdictAgreementSchema>;

function compareVerdicts({ executions, config }: Scored): Row[] {
  const pairs = executions.flatMap(pairOf);
  const parts: [Row["factor"], string, (pair: Pair) => boolean][] = [
    ["all", "all", () => true],
    ...[true, false].map((value): (typeof parts)[number] => [
      "answerable",
      String(value),
      ({ record }) => record.answerable === value,
    ]),
    ...modelNames(config).map((model): (typeof parts)[number] => [
      "model",
      model,
      ({ record }) => record.model === model,
    ]),
    ...FAMILIES.map((family): (typeof parts)[number] => ["family", family, ({ record }) => record.family === family]),
  ];
  return parts.flatMap(([factor, level, belongs]) => {
    const own = pairs.filter(belongs);
    return own.length === 0 ? [] : [{ factor, level, ...compare(own, `${factor}/${level}`) }];
  });
}

interface Pair extends Pick<ScoredExecution, "record" | "scenario"> {
  functional: number;
  judge: number;
}

function pairOf(execution: ScoredExecution): Pair[] {
  const { record, scenario } = execution;
  const [functional, judge] = [scoreValue(execution, "functional_pass"), scoreValue(execution, "pass")];
  return record.outcome !== "success" || functional === null || judge === null
    ? []
    : [{ record, scenario, functional, judge }];
}

const CATEGORIES = { categories: [0, 1] };

function compare(pairs: readonly Pair[], name: string): Omit<Row, "factor" | "level"> {
  const [a, b] = [pairs.map(({ functional }) => functional), pairs.map(({ judge }) => judge)];
  const cell = (functional: number, judge: number) =>
    pairs.filter((pair) => pair.functional === functional && pair.judge === judge).length;
  const [both_pass, both_fail] = [cell(1, 1), cell(0, 0)];
  const clusters = pairs.map(({ scenario }) => clusterOf(scenario));
  return {
    both_pass,
    functional_only: cell(1, 0),
    judge_only: cell(0, 1),
    both_fail,
    n: pairs.length,
    percent_agreement: (both_pass + both_fail) / pairs.length,
    cohen_kappa: cohenKappa(a, b, CATEGORIES),
    ...pairedBootstrapInterval(
      { a, b, clusters },
      {
        statistic: (a, b) => (weights) => cohenKappa(a, b, { ...CATEGORIES, weights }),
        counts: true,
        random: makeRandom("verdict agreement", name),
      },
    ),
  };
}

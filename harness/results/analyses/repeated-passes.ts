import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { passAtK, passHatK } from "../../../measure/statistics/basics/pass-at-k.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { repeatsOf } from "../../record/config/factors/repeats.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration, count } from "../../record/domain/fields.ts";
import { configurationName, configurationOf } from "../../record/domain/names.ts";
import { estimateValues, SHARE } from "../metrics/estimate.ts";
import { scoreValue } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored, ScoredConfiguration } from "./scored.ts";

const VERDICTS = ["functional_pass", "pass"] as const;

const rowSchema = z.strictObject({
  ...configuration,
  verdict: z.enum(VERDICTS),
  k: count,
  pass_at_k: estimateSchema.describe("at least one of k repeats passes"),
  pass_hat_k: estimateSchema.describe("all of k repeats pass"),
});
type Row = z.infer<typeof rowSchema>;

export const repeatedPasses = defineAnalysis({
  name: "repeated_passes",
  schema: z
    .array(rowSchema)
    .describe(
      "Per configuration, verdict and k: how often one of k repeats of a question passes, and how often all do. Empty without repeats.",
    ),
  needs: [],
  compute: measurePasses,
  // A chance over subsets of repeats, which no filter asks for.
  behind: { "*": null },
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "Passes over repeats",
          caption: makeCaption(
            facts,
            "pass@k: at least one of k repeats of a question passes; pass^k: all of them do. Unbiased from the repeats of each question (Chen et al. 2021; Yao et al. 2024), mean over questions with 95 % interval. n: questions with k scored repeats or more.",
          ),
          columns: [
            ...CONFIGURATION_COLUMNS,
            { key: "verdict", label: "Verdict", format: "text" },
            { key: "k", label: "k", format: "count" },
            ...columnsShown("percent", { pass_at_k: "pass@k %", pass_hat_k: "pass^k %" }, { interval: true }),
            { key: "n", label: "n", format: "count" },
          ],
          rows: rows.map((row) => ({ ...row, n: row.pass_at_k.n })),
        },
});

function measurePasses({ config, configurations }: Scored): Row[] {
  return configurations.flatMap((entry) => {
    const repeats = repeatsOf(config, entry.configuration);
    if (repeats < 2) return [];
    return VERDICTS.flatMap((verdict) =>
      Array.from({ length: repeats }, (_, at) => rowOf(entry, { verdict, k: at + 1 })).filter(
        ({ pass_at_k: { n } }) => n > 0,
      ),
    );
  });
}

function rowOf(
  { configuration: of, executions }: ScoredConfiguration,
  { verdict, k }: { verdict: Row["verdict"]; k: number },
): Row {
  const questions = [...grouped(executions, ({ scenario }) => scenario.id).values()].map((own) => ({
    cluster: clusterOf(own[0]!.scenario),
    scored: own.flatMap((execution) => scoreValue(execution, verdict) ?? []),
  }));
  const known = questions.filter(({ scored }) => scored.length >= k);
  const estimate = (chance: typeof passAtK, name: string) =>
    estimateValues({
      values: known.map(({ scored }) => chance(scored.filter((pass) => pass === 1).length, scored.length, k)!),
      clusters: known.map(({ cluster }) => cluster),
      unscored: questions.length - known.length,
      range: SHARE,
      seed: ["repeated_passes", configurationName(of), verdict, name, String(k)],
    });
  return {
    ...configurationOf(of),
    ...{ verdict, k, pass_at_k: estimate(passAtK, "at"), pass_hat_k: estimate(passHatK, "hat") },
  };
}

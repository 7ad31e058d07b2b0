import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { bootstrapMeanInterval, type Interval, MIN_CLUSTERS } from "../../../measure/statistics/intervals/bootstrap.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { count, interval, numberOrNull } from "../../record/domain/fields.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ProbeReading } from "../../record/domain/records.ts";
import type { CaseReadings, Probe } from "./probe.ts";
import { PROBES } from "./registry.ts";

export const probeResultSchema = z.strictObject({
  probe: z.string(),
  question: z.string(),
  effect: numberOrNull.describe(
    "mean over executions with its 95 % interval, scenarios resampled; 0 for a judge without the fault",
  ),
  ...interval,
  unit: z.string(),
  n: count.describe("executions"),
  scenarios: count.describe("that these are of"),
  blocked: count.describe("readings that the judge could not give: they take no part"),
  threshold: z.number(),
  because: z.string().describe("why that threshold"),
  finding: z
    .string()
    .nullable()
    .describe("name of the fault when the whole interval lies beyond the threshold, otherwise null"),
  no_finding: z.string().nullable().describe("why nothing can be said, null when something can"),
});
type ProbeResult = z.infer<typeof probeResultSchema>;

/**
 * What the readings of one judge show, probe by probe: mean effect with a 95 % interval over scenarios and the
 * finding, if the whole interval lies beyond the threshold. Blocked readings take no part and are counted.
 */
export function analyseProbes(readings: readonly ProbeReading[]): ProbeResult[] {
  const cases = [...grouped(readings, executionName).values()].map((group) => ({
    scenario: group[0]!.scenario_id,
    readings: Object.fromEntries(
      group.filter(({ type }) => type === "judged").map((reading) => [reading.edit, reading]),
    ) as CaseReadings,
  }));
  return PROBES.map((probe) => {
    const asked = readings.filter(({ edit }) => probe.edits.some((name) => name === edit));
    const effects = cases.flatMap(({ scenario, readings: own }) => {
      const effect = probe.effect(own);
      return effect === null ? [] : [{ scenario, effect }];
    });
    const values = effects.map(({ effect }) => effect);
    const clusters = effects.map(({ scenario }) => scenario);
    const limits = intervalOf(values, { clusters, largest: probe.largest, name: probe.name });
    return {
      ...describe(probe),
      n: values.length,
      scenarios: new Set(clusters).size,
      blocked: asked.filter(({ type }) => type !== "judged").length,
      effect: mean(values),
      ...limits,
      finding: findingOf(probe, limits),
      no_finding: limits.low === null ? "fewer than 5 scenarios: no interval, so nothing is said" : null,
    };
  });
}

/** Bootstrap of scenarios; where all effects are equal, which leaves nothing to resample, by the range of the effect. */
function intervalOf(
  values: readonly number[],
  { clusters, largest, name }: { clusters: readonly string[]; largest: number; name: string },
): Interval {
  const bootstrap = bootstrapMeanInterval(values, { clusters, random: makeRandom("probe", name) });
  if (bootstrap.low !== null || new Set(clusters).size < MIN_CLUSTERS) return bootstrap;
  return boundedMeanInterval(values, { range: { low: -largest, high: largest }, clusters, coverage: "at least" });
}

function describe({ name, question, unit, threshold, because }: Probe) {
  return { probe: name, question, unit, threshold, because };
}

function findingOf({ finding, threshold }: Probe, { low, high }: { low: number | null; high: number | null }) {
  if (low === null || high === null) return null;
  if (low > threshold) return finding.above;
  return high < -threshold ? (finding.below ?? null) : null;
}

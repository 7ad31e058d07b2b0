import { grouped } from "../../db/base/grouped.ts";
import { makeRandom } from "../../db/base/random.ts";
import type { ProbeResult } from "../domain/judge-summary.ts";
import { executionName } from "../domain/names.ts";
import type { ProbeReading } from "../domain/records.ts";
import { mean } from "../statistics/basics/describe.ts";
import { bootstrapMeanInterval, RESAMPLES } from "../statistics/intervals/bootstrap.ts";
import type { CaseReadings, Probe } from "./probe.ts";
import { PROBES } from "./registry.ts";

/**
 * What the readings of one judge show, probe by probe: mean effect with a 95 % interval (bootstrap of scenarios) and the
 * finding, if the whole interval lies beyond the threshold. Blocked readings take no part and are counted.
 */
export function analyseProbes(readings: readonly ProbeReading[], { resamples = RESAMPLES } = {}): ProbeResult[] {
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
    const random = makeRandom("probe", probe.name);
    const interval = bootstrapMeanInterval(values, { clusters, random, resamples });
    return {
      ...describe(probe),
      n: values.length,
      scenarios: new Set(clusters).size,
      blocked: asked.filter(({ type }) => type !== "judged").length,
      effect: mean(values),
      ...interval,
      finding: findingOf(probe, interval),
      noFinding: interval.low === null ? "fewer than 5 scenarios: no interval, so nothing is said" : null,
    };
  });
}

function describe({ name, question, unit, threshold, because }: Probe) {
  return { probe: name, question, unit, threshold, because };
}

function findingOf({ finding, threshold }: Probe, { low, high }: { low: number | null; high: number | null }) {
  if (low === null || high === null) return null;
  if (low > threshold) return finding.above;
  return high < -threshold ? (finding.below ?? null) : null;
}

import type { GateConfig } from "../../../record/config/gate-schema.ts";
import type { PlannedLooks } from "../../../record/domain/looks.ts";
import type { RunSource } from "../sources/run-source.ts";
import { planLooks } from "./plan.ts";

/** The looks of a series that is held against this baseline: from what the baseline has, never from what a candidate shows. */
export function planFor(
  { provenance, executions }: Pick<RunSource, "provenance" | "executions">,
  { gate, seed }: { gate: Pick<GateConfig, "level" | "by" | "metrics">; seed: string },
): PlannedLooks {
  const families = new Map(executions.map(({ scenario, family }) => [scenario, family]));
  const ids = [...new Set([...Object.keys(provenance.scenarios), ...families.keys()])];
  const groups = gate.by.map((by) => new Set(executions.map((execution) => execution[by])).size);
  const rules = Object.keys(gate.metrics).length;
  return planLooks({
    scenarios: ids.map((id) => ({ id, family: families.get(id) ?? "", cluster: provenance.clusters[id] ?? id })),
    seed,
    level: gate.level,
    tests: rules * (1 + groups.reduce((a, b) => a + b, 0)),
  });
}

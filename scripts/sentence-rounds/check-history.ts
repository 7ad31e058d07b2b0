import { gateSchema } from "../../harness/record/config/gate-schema.ts";
import type { RunSource } from "../../harness/results/compare/sources/run-source.ts";
import { makeHistory } from "../../harness/show/history/history.ts";
import { renderHistory } from "../../harness/show/history/render.ts";
import { brokenRule } from "./broken-rule.ts";
import { meanOf } from "./facts.ts";
import { randomSources } from "./random-sources.ts";

const gate = gateSchema.parse({});

/** What a history of two random runs says that is false by their records. */
export async function checkHistory(seed: number): Promise<string[]> {
  const { change, baseline, candidate } = randomSources(seed);
  const sources = [baseline, candidate];
  const dated = sources.map((source) => ({ path: source.label, created_at: "", read: async () => source }));
  const history = await makeHistory(dated, { gate });
  const text = renderHistory(history, 200);
  const problems: string[] = [];
  const say = (said: string, why: string) => problems.push(`seed ${seed} (${change}), history: ${why}: ${said}`);
  for (const metric of history.metrics) {
    const means = sources.map((source) => meanOver(source, metric));
    for (const [at, { metrics }] of history.rows.entries())
      if (Math.abs((metrics[metric]?.mean ?? -1) - (means[at] ?? -1)) > 1e-9) say(`${metric} of run ${at}`, "false");
    const known = means.filter((mean) => mean !== null);
    const line = text.split("\n").find((one) => one.trim().startsWith(metric)) ?? "";
    const [, low, high] = / {2}([\d.]+) to ([\d.]+)$/.exec(line) ?? [];
    // Sums in another order round otherwise in the middle.
    const near = (said: string | undefined, value: number) => Math.abs(Number(said) - value) <= 0.0005 + 1e-9;
    const holds =
      known.length === 0
        ? line.endsWith("not scored")
        : near(low, Math.min(...known)) && near(high, Math.max(...known));
    if (!holds) say(line, "false");
  }
  for (const { verdict, break: broken } of history.rows) {
    const said = `${verdict?.line ?? ""} ${broken ?? ""}`;
    const why = brokenRule(said);
    if (why) say(said, why);
  }
  return problems;
}

function meanOver({ executions }: RunSource, metric: string): number | null {
  const byScenario = new Map<string, number[]>();
  for (const { scenario, scores } of executions) {
    const value = scores[metric]?.value ?? null;
    if (value !== null) byScenario.set(scenario, [...(byScenario.get(scenario) ?? []), value]);
  }
  return meanOf([...byScenario.values()].map((values) => meanOf(values)!));
}

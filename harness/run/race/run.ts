import { countOf } from "../../../base/counts.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { right, table, wrap } from "../../print/text.ts";
import { loadSource } from "../../results/compare/load-source.ts";
import { canonicalMetric, metricFacts } from "../../results/compare/metric-facts.ts";
import { showValue } from "../../results/compare/render/format.ts";
import { type Raced, runRace } from "./run-race.ts";

export interface RaceFlags {
  metric?: string;
  confidence?: number;
  fresh?: number;
  seed?: string;
  json?: boolean;
  runsDir?: string;
}

/** Races the configurations of a finished run, and prints what that would have asked for and found. */
export async function raceConfigurations(name: string, flags: RaceFlags, io: Io): Promise<void> {
  const source = await loadSource(name, { io, runsDir: flags.runsDir, trec: null });
  const metric = canonicalMetric(flags.metric ?? "ndcg@10");
  const [facts] = metricFacts([metric], [source]);
  const { confidence = 0.95, fresh = 0.25, seed = source.provenance.run_id } = flags;
  const raced = runRace(source, { facts: facts!, confidence, fresh, seed });
  io.out(flags.json ? jsonText(raced, {}) : render(raced, { unit: facts!.unit, columns: io.columns }));
}

function render(raced: Raced, { unit, columns }: { unit: Parameters<typeof showValue>[1]; columns: number }): string {
  const { winner, metric, field, fresh, executions, of, confidence, left_out } = raced;
  const alike = field.filter((one) => one.alike);
  const show = (value: number) => showValue(value, unit);
  const sure = `${Math.round(100 * confidence)} %`;
  const lines = [
    alike.length === 1
      ? `${winner} is the best in ${metric} (${sure} confidence).`
      : `${winner} came first in ${metric}; ${alike.length} of ${countOf(field.length, "configuration")} cannot be told apart at this budget: the best is among them (${sure} confidence).`,
    `On ${countOf(fresh.scenarios, "scenario")} that the race did not see: ${winner} ${show(fresh.mean)} (95 % ${show(fresh.low)} to ${show(fresh.high)}). Its mean in the race is too high, as that of any winner.`,
    `Executions: ${executions} of ${of} of the whole matrix (${Math.round((100 * executions) / of)} %).`,
    ...(left_out > 0 ? [`${countOf(left_out, "scenario")} left out: a configuration has no score there.`] : []),
  ];
  const rows = [...field]
    .reverse()
    .map((one, at) => [
      String(at + 1),
      one.configuration,
      String(one.scenarios),
      show(one.mean),
      one.alike ? "may be the best" : "worse than another",
    ]);
  return [
    ...lines.map((line) => wrap(line, Math.min(columns, 100), "")),
    table(
      [right("place"), { title: "configuration" }, right("scenarios"), right("mean"), { title: "" }],
      rows,
      columns,
    ),
  ].join("\n\n");
}

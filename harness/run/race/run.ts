import { countOf } from "../../../base/counts.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { right, table, wrap } from "../../print/text.ts";
import { openWholeRun } from "../../record/run-directory/open-run.ts";
import { canonicalMetric, metricFacts } from "../../results/compare/metric-facts.ts";
import { showValue } from "../../results/compare/render/format.ts";
import { readScoredRun } from "../../results/compare/sources/read-run.ts";
import { RACE_DEFAULTS } from "./plan-race.ts";
import { type Raced, raceFinished, raceOver } from "./run-race.ts";

export interface RaceFlags {
  metric?: string;
  confidence?: number;
  fresh?: number;
  seed?: string;
  json?: boolean;
  runsDir?: string;
}

/** Prints what the race of a run came to: that which it was executed as, else that which would have been run over its matrix. */
export async function raceConfigurations(name: string, flags: RaceFlags, io: Io): Promise<void> {
  const { runDirectory, config, manifest } = await openWholeRun(name, { io, runsDir: flags.runsDir });
  const source = { ...(await readScoredRun(runDirectory, config)), label: name };
  const planned = manifest.race;
  const metric = planned?.metric ?? canonicalMetric(flags.metric ?? RACE_DEFAULTS.metric);
  const [facts] = metricFacts([metric], [source]);
  const { confidence = RACE_DEFAULTS.confidence, fresh = RACE_DEFAULTS.fresh, seed = source.provenance.run_id } = flags;
  const raced = planned ? raceOver(source, facts!, planned) : raceFinished(source, facts!, { confidence, fresh, seed });
  if (flags.json) return io.out(jsonText(raced, {}));
  io.out(render(raced, { unit: facts!.unit, columns: io.columns, isExecuted: planned !== undefined }));
}

interface Rendering {
  unit: Parameters<typeof showValue>[1];
  columns: number;
  /** Nothing but what the race asked for was made. */
  isExecuted: boolean;
}

function render(raced: Raced, { unit, columns, isExecuted }: Rendering): string {
  const { winner, metric, field, fresh, executions, of, confidence, left_out } = raced;
  const alike = field.filter((one) => one.alike);
  const show = (value: number | null) => showValue(value, unit);
  const sure = `${Math.round(100 * confidence)} %`;
  const asked = isExecuted ? "made" : "would have been made";
  const lines = [
    alike.length === 1
      ? `${winner} is the best in ${metric} (${sure} confidence).`
      : `${winner} came first in ${metric}; ${alike.length} of ${countOf(field.length, "configuration")} cannot be told apart at this budget: the best is among them (${sure} confidence).`,
    `On ${countOf(fresh.scenarios, "scenario")} that the race did not see: ${winner} ${show(fresh.mean)} (95 % ${show(fresh.low)} to ${show(fresh.high)}). Its mean in the race is too high, as that of any winner.`,
    `Executions: ${executions} of ${of} of the whole matrix ${asked} (${Math.round((100 * executions) / of)} %).`,
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

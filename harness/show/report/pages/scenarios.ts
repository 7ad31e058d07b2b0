import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { colorOrder } from "../../../record/config/matrix.ts";
import { type Configuration, configurationOf } from "../../../record/domain/names.ts";
import { EXECUTION_METRICS } from "../../../results/metrics/execution/registry.ts";
import type { Site } from "../read-site.ts";
import type { NotebookPage } from "./page.ts";

/** The answers to one are lines (`ScenarioAnswer`) of data/answers/<id>.jsonl. */
export interface ScenariosData {
  models: string[];
  configurations: Configuration[];
  scenarios: Scenario[];
  /** Metrics by which the heatmap can be coloured. */
  metrics: { name: string; label: string; unit: string; better: string }[];
}

export const scenariosPage: NotebookPage<ScenariosData> = {
  file: "scenarios",
  title: "Scenarios",
  data: { name: "scenarios", make },
};

function make({ config, results, set }: Site): ScenariosData {
  return {
    models: colorOrder(config),
    configurations: results.summary.configurations.map(configurationOf),
    scenarios: set.scenarios,
    metrics: EXECUTION_METRICS.map(({ name, label, unit, better }) => ({ name, label, unit, better })),
  };
}

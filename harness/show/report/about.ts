import { COMPLEXITIES, FAMILIES } from "../../../scenarios/set/schema.ts";
import { colorOrder } from "../../record/config/matrix.ts";
import { EXECUTION_METRICS } from "../../results/metrics/execution/registry.ts";
import { levelFilter } from "../../results/selection/filters.ts";
import { makeCaption } from "../../results/table-format/caption.ts";
import type { Site } from "./read-site.ts";
import type { About } from "./site-data.ts";

export function makeAbout(site: Site): About {
  const { results, config, manifest } = site;
  return {
    run: manifest.run_id,
    models: colorOrder(config),
    metrics: EXECUTION_METRICS.map(({ name }) => name),
    choices: choicesOf(site),
    notice: makeCaption({
      config: { ...config, factors: undefined, repeats: 1 },
      results,
      syntheticCorpus: results.syntheticCorpus,
    }),
  };
}

/** The filters offer only what this run has, external agents included. */
function choicesOf({ results, set, config }: Site): About["choices"] {
  const { configurations } = results.summary;
  const present = <T extends string>(known: readonly T[], of: (scenario: (typeof set.scenarios)[number]) => string) =>
    known.filter((value) => set.scenarios.some((scenario) => of(scenario) === value));
  return {
    model: [...new Set(configurations.map(({ model }) => model))],
    workflow: [...new Set(configurations.map(({ workflow }) => workflow))],
    knowledge: [...new Set(configurations.map(({ knowledge }) => knowledge))],
    ...Object.fromEntries(
      (config.factors ?? []).map(({ name, levels }) => [levelFilter(name), levels.map((level) => level.name)]),
    ),
    family: present(FAMILIES, (scenario) => scenario.family),
    complexity: present(COMPLEXITIES, (scenario) => scenario.complexity),
    answerable: present(["true", "false"], (scenario) => String(scenario.answerable)),
  };
}

import { configurationLabel } from "../../print/format.ts";
import { type Configuration, configurationName } from "../../record/domain/names.ts";
import type { Summary } from "../../results/analyses/summary.ts";
import type { Target } from "../../results/selection/target.ts";
import type { FigureRow } from "../drawing/figure.ts";

export interface ConfigurationRow extends FigureRow {
  /** As in files. */
  name: string;
  /** As people read it. */
  configuration: string;
  model: string;
  workflow: string;
  knowledge: string;
}

/** Configurations by their name in files, as rows show them. */
export function configurationsByName({
  configurations,
}: Pick<Summary, "configurations">): Map<string, ConfigurationRow> {
  return new Map(configurations.map((one) => [configurationName(one), configurationRow(one)]));
}

export function configurationRow(one: Configuration): ConfigurationRow {
  const { model, workflow, knowledge } = one;
  return { name: configurationName(one), configuration: configurationLabel(one), model, workflow, knowledge };
}

/** All executions of a configuration. */
export function configurationTarget({ name }: Pick<ConfigurationRow, "name">): Target {
  return { configuration: name };
}

import type { StageContext } from "../../../dag/stage.ts";
import { configurationName } from "../../../record/domain/names.ts";
import type { Scored, ScoredConfiguration } from "../../../results/analyses/scored.ts";
import { makeKeeping } from "../../../results/columns/keep-executions.ts";
import { designOf } from "../../../results/selection/design.ts";
import type { RunInput } from "./load-input.ts";
import { scoreBaselines } from "./score-baselines.ts";
import { scoreConfiguration } from "./score-configuration.ts";

/** Every expected execution of the run with its scores, a configuration at a time; null when interrupted. */
export async function scoreRun(
  input: RunInput,
  { signal, progress }: Pick<StageContext, "signal" | "progress">,
): Promise<Scored | null> {
  const { runDirectory: _run, ids: _ids, leftOut: _out, synonymsOf: _synonyms, kept: all, ...facts } = input;
  const configurations: ScoredConfiguration[] = [];
  const keep = makeKeeping();
  for (const configuration of all) {
    if (signal.aborted) return null;
    configurations.push({ configuration, executions: await scoreConfiguration(input, configuration, keep) });
    progress({ done: configurations.length, total: all.length, group: configurationName(configuration) });
  }
  const executions = configurations.flatMap((entry) => entry.executions);
  const design = designOf(input.config, all);
  return { ...facts, configurations, executions, baselines: await scoreBaselines(input), design };
}

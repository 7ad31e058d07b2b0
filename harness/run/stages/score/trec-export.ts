import { qrelsLines, runLines } from "../../../../measure/trec/write.ts";
import { repeatsOf, repeatsRange } from "../../../record/config/factors/repeats.ts";
import { configurationName } from "../../../record/domain/names.ts";
import type { ExecutionKey } from "../../../record/domain/records.ts";
import type { Scored } from "../../../results/analyses/scored.ts";

type Exported = Pick<Scored, "config" | "configurations" | "baselines">;

/**
 * `exports/trec/<configuration>.run`, `baseline__<name>.run` and `qrels.txt`, one after the other. Any TREC tool gives our ranking means on them
 * when queries that a run lacks count as 0 (trec_eval -c): those failed or recommended nothing. Query ids are scenario
 * ids; with repeats `S001.r1`, `S001.r2` ... Only answerable scenarios have relevance, so only they are exported.
 */
export function* trecExports({ config, configurations, baselines }: Exported): Generator<[name: string, text: string]> {
  const { most } = repeatsRange(config);
  for (const { configuration, executions } of configurations) {
    const tag = configurationName(configuration);
    const lines = executions
      .filter(({ scenario }) => scenario.expected_ids.length > 0)
      .flatMap(({ record, rankedIds }) => runLines(queryId(most, record), rankedIds, tag));
    yield [`${tag}.run`, toText(lines)];
  }
  for (const { name, executions } of baselines)
    yield [`baseline__${name}.run`, toText(rankerLines(most, name, executions))];
  // Of the first one that has every repeat.
  const whole = configurations.find(({ configuration }) => repeatsOf(config, configuration) === most);
  const judged = (whole?.executions ?? []).filter(({ scenario }) => scenario.expected_ids.length > 0);
  const qrels = judged.flatMap(({ record, scenario }) => qrelsLines(queryId(most, record), scenario.expected_ids));
  yield ["qrels.txt", toText(qrels)];
}

/** A ranker has one answer to a question, which is that of every repeat. */
function rankerLines(repeats: number, name: string, executions: Scored["baselines"][number]["executions"]): string[] {
  return executions
    .filter(({ scenario }) => scenario.expected_ids.length > 0)
    .flatMap(({ record, rankedIds }) =>
      Array.from({ length: repeats }, (_, repeat) =>
        runLines(queryId(repeats, { scenario_id: record.scenario_id, repeat }), rankedIds, `baseline__${name}`),
      ).flat(),
    );
}

function queryId(repeats: number, { scenario_id, repeat }: Pick<ExecutionKey, "scenario_id" | "repeat">): string {
  return repeats === 1 ? scenario_id : `${scenario_id}.r${repeat + 1}`;
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

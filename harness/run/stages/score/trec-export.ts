import { qrelsLines, runLines } from "../../../../measure/trec/write.ts";
import { repeatsRange } from "../../../record/config/factors/repeats.ts";
import type { Config } from "../../../record/config/schema.ts";
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
  for (const { configuration, executions } of configurations) {
    const tag = configurationName(configuration);
    const lines = executions
      .filter(({ scenario }) => scenario.expected_ids.length > 0)
      .flatMap(({ record, rankedIds }) => runLines(queryId(config, record), rankedIds, tag));
    yield [`${tag}.run`, toText(lines)];
  }
  for (const { name, executions } of baselines)
    yield [`baseline__${name}.run`, toText(rankerLines(config, name, executions))];
  const [first] = configurations;
  const judged = (first?.executions ?? []).filter(({ scenario }) => scenario.expected_ids.length > 0);
  const qrels = judged.flatMap(({ record, scenario }) => qrelsLines(queryId(config, record), scenario.expected_ids));
  yield ["qrels.txt", toText(qrels)];
}

/** A ranker has one answer to a question, which is that of every repeat. */
function rankerLines(config: Config, name: string, executions: Scored["baselines"][number]["executions"]): string[] {
  return executions
    .filter(({ scenario }) => scenario.expected_ids.length > 0)
    .flatMap(({ record, rankedIds }) =>
      Array.from({ length: repeatsRange(config).most }, (_, repeat) =>
        runLines(queryId(config, { scenario_id: record.scenario_id, repeat }), rankedIds, `baseline__${name}`),
      ).flat(),
    );
}

function queryId(config: Config, { scenario_id, repeat }: Pick<ExecutionKey, "scenario_id" | "repeat">): string {
  return repeatsRange(config).most === 1 ? scenario_id : `${scenario_id}.r${repeat + 1}`;
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

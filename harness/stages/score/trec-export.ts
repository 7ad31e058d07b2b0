import type { ScoredConfiguration } from "../../analyses/scored.ts";
import type { Config } from "../../config/schema.ts";
import { configurationName } from "../../domain/names.ts";
import type { ExecutionKey } from "../../domain/records.ts";
import { qrelsLines, runLines } from "../../trec/write.ts";

/**
 * `exports/trec/<configuration>.run` and `qrels.txt`, file name to text. Any TREC tool gives our ranking means on them
 * when queries that a run lacks count as 0 (trec_eval -c): those failed or recommended nothing. Query ids are scenario
 * ids; with repeats `S001.r1`, `S001.r2` ... Only answerable scenarios have relevance, so only they are exported.
 */
export function trecExports(config: Config, configurations: readonly ScoredConfiguration[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { configuration, executions } of configurations) {
    const tag = configurationName(configuration);
    const lines = executions
      .filter(({ scenario }) => scenario.answerable)
      .flatMap(({ record, rankedIds }) => runLines(queryId(config, record), rankedIds, tag));
    files.set(`${tag}.run`, toText(lines));
  }
  const [first] = configurations;
  const judged = (first?.executions ?? []).filter(({ scenario }) => scenario.answerable);
  const qrels = judged.flatMap(({ record, scenario }) => qrelsLines(queryId(config, record), scenario.expected_ids));
  return files.set("qrels.txt", toText(qrels));
}

function queryId({ repeats }: Config, { scenario_id, repeat }: ExecutionKey): string {
  return repeats === 1 ? scenario_id : `${scenario_id}.r${repeat + 1}`;
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

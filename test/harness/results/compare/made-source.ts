import type { Score } from "../../../../harness/record/domain/records.ts";
import type { RunSource, SourceExecution } from "../../../../harness/results/compare/sources/run-source.ts";

interface MadeSource extends Partial<Pick<RunSource, "label" | "questions" | "kind">> {
  scenarios?: number;
  configurations?: readonly string[];
  family?: string;
  /** Of each scenario; the same in all configurations. */
  score?(index: number, metric: string): number | Score;
  metrics?: readonly string[];
  provenance?: Partial<RunSource["provenance"]>;
}

/** A run as comparing sees it, without a file: scenarios S001, S002, ... with these scores. */
export function madeSource(options: MadeSource = {}): RunSource {
  const { scenarios = 40, configurations = ["explorer__react__prompt"], metrics = ["ndcg@10"] } = options;
  const ids = Array.from({ length: scenarios }, (_, index) => `S${String(index + 1).padStart(3, "0")}`);
  const scoreOf = (index: number, metric: string): Score => {
    const score = options.score?.(index, metric) ?? 0.5;
    return typeof score === "number" ? { value: score } : score;
  };
  const executions = configurations.flatMap((configuration) =>
    ids.map(
      (scenario, index): SourceExecution => ({
        name: `${configuration}__${scenario}__0`,
        scenario,
        configuration,
        model: configuration.split("__")[0]!,
        family: options.family ?? "lookup",
        outcome: "success",
        scores: Object.fromEntries(metrics.map((metric) => [metric, scoreOf(index, metric)])),
      }),
    ),
  );
  const known = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "same"]));
  const provenance = { ...PROVENANCE, scenarios: known(ids), metrics: known(metrics), ...options.provenance };
  const { label = "made", kind = "run", questions } = options;
  return { kind, label, provenance, executions, notes: [], ...(questions ? { questions } : {}) };
}

const PROVENANCE: RunSource["provenance"] = {
  run_id: "made",
  created_at: "2026-11-23T05:44:26Z",
  scopebench_version: null,
  commit: "0123456789abcdef",
  corpus: "corpus-a",
  synthetic_corpus: false,
  judge: null,
  judge_name: null,
  stand_in_models: [],
  stand_in_judges: [],
  scenarios: {},
  clusters: {},
  metrics: {},
  configurations: {},
  cost_usd: 1.5,
  latency_median_s: 2,
  latency_p95_s: 4,
};

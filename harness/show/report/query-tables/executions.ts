import { type FactorialConfig, levelsOf } from "../../../record/config/factors/cells.ts";
import { guardedText } from "../../../record/domain/guarded.ts";
import { configurationName } from "../../../record/domain/names.ts";
import { EXECUTION_METRICS } from "../../../results/metrics/execution/registry.ts";
import { levelFilter } from "../../../results/selection/filters.ts";
import { FACTS } from "../execution-facts.ts";
import { defineTable, type QueriedExecution } from "./table.ts";

/** A column a metric under its canonical name, so that `"ndcg@10"` means the same here as in every file of the run. */
export function executionsTable({ factors = [] }: FactorialConfig) {
  return defineTable<QueriedExecution>({
    name: "executions",
    about: "a row an execution: its configuration, its scenario, how it ended, its answer, every metric",
    columns: {
      execution: ["VARCHAR", "its name", ({ data }) => data.row.name],
      scenario: ["VARCHAR", "what was asked: see scenarios", ({ data }) => data.row.scenario],
      model: ["VARCHAR", "", ({ data }) => data.row.model],
      workflow: ["VARCHAR", "", ({ data }) => data.row.workflow],
      knowledge: ["VARCHAR", "how the agent learns the policies", ({ data }) => data.row.knowledge],
      levels: [
        "VARCHAR",
        "of further factors, such as rerank=llm_listwise__depth=50",
        ({ data }) => data.row.levels || null,
      ],
      ...Object.fromEntries(
        factors.map(({ name }) => [
          levelFilter(name),
          ["VARCHAR", `level of ${name}; null where it does not apply`, (of: QueriedExecution) => levelIn(of, name)],
        ]),
      ),
      configuration: ["VARCHAR", "all of these in one", ({ data }) => configurationName(data.row)],
      repeat: ["INTEGER", "from 0", ({ data }) => data.row.repeat],
      family: ["VARCHAR", "of the scenario", ({ data }) => data.row.family],
      complexity: ["VARCHAR", "of the scenario", ({ data }) => data.row.complexity],
      answerable: ["BOOLEAN", "whether there is something to find", ({ data }) => data.row.answerable],
      outcome: [
        "VARCHAR",
        "success, timeout, agent_error, cascaded_failure or missing",
        ({ data }) => data.row.outcome,
      ],
      failure: [
        "VARCHAR",
        "why it failed: context_overflow, length, refusal, rate_limit, ...; null where it did not",
        ({ data }) => (data.row.failure === "none" ? null : data.row.failure),
      ],
      error: ["VARCHAR", "code of the error that ended it", ({ data }) => data.row.error],
      started_at: ["VARCHAR", "ISO 8601, UTC", ({ parts }) => parts.record?.started_at],
      model_calls: ["INTEGER", "null where the system does not tell", ({ parts }) => parts.extraction?.model_calls],
      abstained: [
        "BOOLEAN",
        "the answer says that there is nothing to find",
        ({ parts }) => parts.extraction?.abstained,
      ],
      answer: ["VARCHAR", "the final answer, the system's own", ({ parts }) => parts.extraction?.final_text],
      answer_as_guarded: [
        "VARCHAR",
        "what the answer guard showed in its place; null where it showed the answer",
        ({ parts }) => parts.extraction && guardedText(parts.extraction),
      ],
      ...Object.fromEntries([
        ...EXECUTION_METRICS.map(({ name, definition }) => [
          name,
          ["DOUBLE", definition, ({ parts }: QueriedExecution) => parts.score.scores[name]?.value],
        ]),
        ...FACTS.map(({ name, definition, of }) => [
          name,
          ["DOUBLE", definition, ({ parts, site }: QueriedExecution) => of(parts, site.config)?.value],
        ]),
      ]),
    },
    rows: () => (execution) => [execution],
  });
}

function levelIn({ site, data }: QueriedExecution, factor: string): string | undefined {
  return levelsOf(site.config, data.row).get(factor);
}

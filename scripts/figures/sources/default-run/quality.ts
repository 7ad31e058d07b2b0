import type { Results } from "../../../../harness/results/analyses/results.ts";
import { FAMILIES } from "../../../../scenarios/set/schema.ts";
import type { FigureTable, Measured } from "../../source.ts";
import { count, percent, share } from "../../written.ts";

const CELLS = ["react", "plan_execute"].flatMap((workflow) =>
  ["prompt", "skill", "skill_meta"].map((knowledge) => ({ workflow, knowledge })),
);

/** How good each configuration and each ranker without a model is. A model's name alone is its ReAct, Prompt. */
export function qualityFigures({ summary, baselines }: Results): Measured {
  const models = [...new Set(summary.configurations.map(({ model }) => model))];
  const find = (model: string, { workflow, knowledge } = CELLS[0]!) =>
    summary.configurations.find(
      (one) => one.model === model && one.workflow === workflow && one.knowledge === knowledge,
    )!;
  const systems = [...models.map((name) => ({ name, ...find(name) })), ...baselines];
  const abstained = summary.configurations.map(({ abstention }) => abstention.correct);
  return {
    values: {
      executions: count(summary.cells),
      configurations: count(summary.configurations.length),
      scenarios: count(summary.scenarios),
      ...Object.fromEntries(
        systems.flatMap(({ name, metrics }) => [
          [`${name}.ndcg@10`, share(metrics["ndcg@10"]?.mean)],
          [`${name}.recall@10`, share(metrics["recall@10"]?.mean)],
          [`${name}.functional_pass`, percent(metrics.functional_pass?.mean)],
        ]),
      ),
      "abstained.fewest": count(Math.min(...abstained)),
      "abstained.most": count(Math.max(...abstained)),
      grounding: percent(summary.overall.grounding_coverage?.mean),
      "label-coverage": percent(summary.overall["label_coverage@10"]?.mean ?? summary.overall.label_coverage?.mean),
    },
    tables: {
      factors: {
        columns: ["model", ...CELLS.map(({ workflow, knowledge }) => `${workflow}, ${knowledge}`)],
        rows: models.map((model) => [
          model,
          ...CELLS.map((cell) => {
            const { metrics } = find(model, cell);
            return `${share(metrics["ndcg@10"]?.mean)} / ${share(metrics.functional_pass?.mean)}`;
          }),
        ]),
      },
      families: familyTable({ summary, baselines }, models),
    },
  };
}

/** NDCG@10 by family: rankers without a model, then each model's ReAct, Prompt. */
function familyTable(
  { summary, baselines }: Pick<Results, "summary" | "baselines">,
  models: readonly string[],
): FigureTable {
  const ofRankers = baselines.map(({ name, families, metrics }) => [
    `\`${name}\``,
    ...FAMILIES.map((family) => share(families.find((one) => one.family === family)?.ndcg.mean)),
    share(metrics["ndcg@10"]?.mean),
    percent(metrics.functional_pass?.mean),
  ]);
  const ofModels = models.map((model) => {
    const own = summary.configurations.find(
      (one) => one.model === model && one.workflow === "react" && one.knowledge === "prompt",
    )!;
    const level = (family: string) =>
      summary.breakdown.find(
        (row) =>
          row.model === model &&
          row.workflow === "react" &&
          row.knowledge === "prompt" &&
          row.level === family &&
          row.metric === "ndcg@10",
      );
    return [
      `\`${model}\`, ReAct, Prompt`,
      ...FAMILIES.map((family) => share(level(family)?.estimate.mean)),
      share(own.metrics["ndcg@10"]?.mean),
      percent(own.metrics.functional_pass?.mean),
    ];
  });
  return { columns: ["system", ...FAMILIES, "all", "passed"], rows: [...ofRankers, ...ofModels] };
}

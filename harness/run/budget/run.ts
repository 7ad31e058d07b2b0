import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { judgeFacts } from "../../record/config/judges.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { loadSource } from "../../results/compare/load-source.ts";
import { canonicalMetric, metricFacts } from "../../results/compare/metric-facts.ts";
import type { RunSource } from "../../results/compare/sources/run-source.ts";
import { testOf } from "../../results/compare/test-of-change.ts";
import { selectedScenarios } from "../preflight/scenarios.ts";
import { estimate } from "../start/estimate.ts";
import { componentsOf } from "./components.ts";
import { type BudgetInput, type PlannedBudget, planBudget } from "./plan-budget.ts";
import { renderBudget } from "./render.ts";

export interface BudgetFlags {
  /** US dollars. */
  budget: number;
  /** Earlier runs. */
  from?: string[];
  metric?: string;
  effect?: number;
  json?: boolean;
}

/** Plans a study for a budget from the variance components and prices of earlier runs, and prints it. */
export async function runBudget(config: Config, flags: BudgetFlags, io: Io): Promise<void> {
  const runs: RunSource[] = [];
  for (const name of flags.from ?? []) runs.push(await loadSource(name, { io, runsDir: config.runs_dir, trec: null }));
  if (runs.length === 0)
    throw new UserError("usage", "--budget needs earlier runs: what varies in them says what a study can find", {
      hint: "--from latest, a run with two configurations or more; repeats in it tell what repeating is worth",
    });
  const planned = await planFrom(runs, { config, flags });
  io.out(
    flags.json
      ? jsonText(planned, { judgedAgain: "judged_again", largestChange: "largest_change", pricedBy: "priced_by" })
      : renderBudget(planned, io.columns),
  );
}

async function planFrom(
  runs: readonly RunSource[],
  { config, flags }: { config: Config; flags: BudgetFlags },
): Promise<PlannedBudget> {
  const metric = canonicalMetric(flags.metric ?? Object.keys(config.gate.metrics)[0] ?? "ndcg@10");
  const [facts] = metricFacts([metric], runs);
  const rule = config.gate.metrics[metric];
  const components = componentsOf(runs, metric);
  if (components === null)
    throw new UserError("input", `no two configurations of these runs share two scenarios with ${metric}`, {
      hint: "--from a run with two configurations, or two runs",
    });
  const { price, pricedBy } = await pricesOf(runs, config);
  const available = await selectedScenarios(config.scenarios);
  const largestChange = rule?.largest_change ?? facts!.largest_change;
  const input: BudgetInput = {
    ...{ budget: flags.budget, components, price, available, largestChange },
    configurations: Math.max(1, configurationsOf(config).length),
    distinct: available * shareDistinct(runs),
    test: testOf({ largest_change: largestChange, symmetric: config.gate.assume === "symmetric" }),
    binary: facts!.unit === "binary",
    alpha: rule?.level ?? config.gate.level,
    effect: flags.effect ?? rule?.min_effect ?? 0.02,
  };
  return { ...planBudget(input), metric, components, input, pricedBy };
}

/** Scenarios that tell of each other are one observation: as many as in the first of the runs. */
function shareDistinct([first]: readonly RunSource[]): number {
  const { scenarios, clusters } = first!.provenance;
  const ids = Object.keys(scenarios);
  return ids.length === 0 ? 1 : new Set(ids.map((id) => clusters[id] ?? id)).size / ids.length;
}

/** What an execution took in earlier runs where they say so, else what the estimate says; a judging by the estimate. */
async function pricesOf(
  runs: readonly RunSource[],
  config: Config,
): Promise<Pick<PlannedBudget, "pricedBy"> & Pick<BudgetInput, "price">> {
  const rows = estimate(config, await selectedScenarios(config.scenarios));
  const scenarios = await selectedScenarios(config.scenarios);
  const executions = configurationsOf(config).length * scenarios * config.repeats;
  const judges = new Set(rows.filter(({ what }) => /judge/.test(what)));
  const sum = (of: readonly (typeof rows)[number][]) =>
    of.reduce<number | null>((all, { cost }) => (all === null || cost === null ? null : all + cost), 0);
  const paid = runs.filter(({ provenance: { cost_usd: cost } }) => cost !== null && cost > 0);
  const spent = paid.reduce((all, { provenance }) => all + provenance.cost_usd!, 0);
  const made = paid.reduce((all, run) => all + run.executions.length, 0);
  const guessed = sum(rows.filter((row) => !judges.has(row)));
  const execution = made > 0 ? spent / made : guessed === null ? null : guessed / executions;
  const judging = sum([...judges]);
  if (execution === null || judging === null || execution + judging <= 0)
    throw new UserError("usage", "a budget buys nothing that can be counted here", {
      problems: [execution === null || judging === null ? "a price is unknown" : "every model and judge is free"],
      hint: "set price: {input, output} of the models in bench.yaml, or name runs of priced ones with --from",
    });
  return {
    price: { execution, judging: judging / executions / judgeFacts(config.judges.primary).judgings },
    pricedBy: made > 0 ? paid.map(({ label }) => label) : [],
  };
}

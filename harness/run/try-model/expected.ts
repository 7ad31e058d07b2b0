import { madeOf } from "../../../agent/contract/contract.ts";
import { costOf } from "../../../agent/models/cost.ts";
import { factorialOf } from "../../record/config/matrix.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { toPrice } from "../../record/config/to-agent.ts";
import type { ExpectedRun, TriedWorkflow } from "./tried.ts";

/**
 * What this model would take in the whole matrix, as it took in the small run: a workflow that was not tried is taken for
 * the one that it is made of, else for the dearest. Null where no execution told its tokens.
 */
export function expectedRun(
  config: Config,
  model: ModelEntry,
  { workflows, scenarios }: { workflows: readonly TriedWorkflow[]; scenarios: number },
): ExpectedRun | null {
  const known = workflows.filter(({ tokens_in }) => tokens_in !== null);
  const dearest = [...known].sort((a, b) => (b.tokens_in ?? 0) - (a.tokens_in ?? 0))[0];
  if (!dearest) return null;
  const name = config.models.some((each) => each.name === model.name) ? model.name : null;
  const configurations = factorialOf({ ...config, ...(name === null && { models: [model] }) }).filter(
    (each) => each.model === model.name,
  );
  const like = configurations.map(
    ({ workflow }) =>
      known.find((tried) => tried.workflow === workflow) ??
      known.find((tried) => tried.workflow === madeOf(workflow).of) ??
      dearest,
  );
  const times = scenarios * config.repeats;
  const sum = (of: (tried: TriedWorkflow) => number | null) =>
    like.reduce((total, tried) => total + (of(tried) ?? 0) * times, 0);
  const usage = { input: sum(({ tokens_in }) => tokens_in), output: sum(({ tokens_out }) => tokens_out) };
  return {
    executions: configurations.length * times,
    ...{ tokens_in: usage.input, tokens_out: usage.output },
    cost_usd: costOf(toPrice(model.price), { ...usage, cachedInput: sum(({ tokens_cached }) => tokens_cached) }),
    hours: Number((sum(({ duration_s }) => duration_s) / config.concurrency / 3600).toFixed(1)),
    concurrency: config.concurrency,
  };
}

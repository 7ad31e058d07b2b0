import { costOf } from "../../../agent/models/cost.ts";
import { count, countOf, shortCount } from "../../../base/counts.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { toPrice } from "../../record/config/to-agent.ts";
import { estimate } from "../start/estimate.ts";
import type { EndpointProbe } from "./probe.ts";

/** What the probes take at most, said before the first of them is asked. */
export function priceLine(
  { name, price }: Pick<ModelEntry, "name" | "price">,
  probes: readonly EndpointProbe[],
): string {
  const sum = (of: (probe: EndpointProbe) => number) => probes.reduce((total, probe) => total + of(probe), 0);
  const requests = sum(({ cost }) => cost.requests);
  const input = sum(({ cost }) => cost.requests * cost.input);
  const output = sum(({ cost }) => cost.requests * cost.output);
  const cost = costOf(toPrice(price), { input, output });
  const dollars = cost === null ? "at a price that is unknown" : `at most about $${cost.toFixed(4)}`;
  return `${name}: up to ${countOf(requests, "request")}, about ${count(input)} tokens in and ${count(output)} out, ${dollars}`;
}

/** What some scenarios take, by the reference study's medians: the only figures there are before the first of them. */
export function scenarioPrice(config: Config, scenarios: number): string {
  const [row] = estimate(config, scenarios);
  const { calls, tokensIn, tokensOut, cost } = row!;
  const dollars = cost === null ? "at a price that is unknown" : `about $${cost.toFixed(2)}`;
  const tokens = `${shortCount(tokensIn ?? 0)} tokens in and ${shortCount(tokensOut ?? 0)} out`;
  return `then ${countOf(scenarios, "scenario")} through ${config.workflows.length} workflows: about ${count(calls ?? 0)} requests, ${tokens}, ${dollars}, by the reference study's medians; --scenarios 0 leaves them out, --max-cost stops them`;
}

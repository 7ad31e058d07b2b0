import { costOf } from "../../../agent/models/cost.ts";
import { count, countOf } from "../../../base/counts.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import { toPrice } from "../../record/config/to-agent.ts";
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

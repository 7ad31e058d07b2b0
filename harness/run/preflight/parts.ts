import type { OptionalPart } from "../../../base/parts.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import { keyedModels } from "./keys.ts";

/** The parts that a configuration needs, of those that an installation may be without. */
export function partsOf(config: Config, needs: readonly Need[]): OptionalPart[] {
  const has = (need: Need) => needs.includes(need);
  const enrichment = has("enrichment") && config.enrichment ? [config.enrichment.model] : [];
  const providers = [...keyedModels(config, needs), ...enrichment].flatMap(({ provider }) =>
    provider === "policy" ? [] : [provider],
  );
  const parts: OptionalPart[] = [
    ...(has("pictures") ? (["report"] as const) : []),
    ...(has("substrate") && config.substrate.graph.type === "neo4j" ? (["neo4j"] as const) : []),
    ...(has("external_agents") && config.external_agents.length > 0 ? (["mcp"] as const) : []),
    ...providers,
  ];
  return [...new Set(parts)];
}

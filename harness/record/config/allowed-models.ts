import { compareText } from "../../../base/text-order.ts";
import { levelConfigs } from "./factors/resolve.ts";
import { JUDGE_ROLES, judgeFacts } from "./judges.ts";
import type { Config } from "./schema.ts";

interface Asked {
  path: string;
  ids: readonly string[];
}

/** A line for each model that a run would send something to and `allow_models` does not name. */
export function allowedModelProblems(config: Config): string[] {
  const { allow_models: allowed } = config;
  if (!allowed) return [];
  const expected = allowed.length === 0 ? "no model" : [...allowed].sort(compareText).join(", ");
  const problemsOf = (one: Config) =>
    askedModels(one).flatMap(({ path, ids }) =>
      ids
        .filter((id) => !allowed.includes(id))
        .map((id) => `${path}: the model '${id}' is not among \`allow_models\`; expected ${expected}`),
    );
  const own = problemsOf(config);
  const ofLevels = levelConfigs(config).flatMap(problemsOf);
  return [...own, ...new Set(ofLevels.filter((problem) => !own.includes(problem)))];
}

function askedModels({ models, judges, enrichment, cross_encoder, substrate: { embedding } }: Config): Asked[] {
  const providers = models.filter(({ provider }) => provider !== "policy");
  const chains = JUDGE_ROLES.flatMap((role) =>
    judgeFacts(judges[role]).chain.map((entry, at) => ({ path: `judges.${role}.chain[${at}]`, ids: idsOf(entry) })),
  );
  return [
    ...providers.map((entry) => ({ path: `models.${entry.name}`, ids: idsOf(entry) })),
    ...chains,
    ...(enrichment ? [{ path: "enrichment.model", ids: idsOf(enrichment.model) }] : []),
    ...(cross_encoder && "model" in cross_encoder ? [{ path: "cross_encoder", ids: [cross_encoder.model] }] : []),
    ...(embedding.type === "openai" ? [{ path: "substrate.embedding", ids: [embedding.model] }] : []),
  ];
}

/** The id, and those that `extra_body` would put in its place or beside it, as routers take them. */
function idsOf({ model, extra_body: extra = {} }: { model: string; extra_body?: Record<string, unknown> }): string[] {
  const others = [extra.model, extra.models].flat().filter((id) => id !== undefined && id !== null);
  return [model, ...others.map(String)];
}

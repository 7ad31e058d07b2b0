import type { ModelConfig } from "../../../agent/contract/contract.ts";
import { costOf } from "../../../agent/models/cost.ts";
import { addUsage, NO_USAGE } from "../../../agent/models/usage.ts";
import { JUDGE_ROLES, judgingModels } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { toModelConfig } from "../../record/config/to-agent.ts";
import type { Effects } from "../../record/effects.ts";

/** What a model said to one small question. The members of `run --check --json`. */
export interface EndpointCheck {
  role: string;
  name: string;
  ok: boolean;
  /** What answered, or why nothing did. */
  found: string;
  duration_ms: number;
  tokens_in: number | null;
  tokens_out: number | null;
  /** US dollars; null when the price is unknown. */
  cost: number | null;
}

interface Asked {
  role: string;
  model: ModelConfig;
}

/** Longest wait for one answer: a server that loads its model first is given the time. */
const DEADLINE_MS = 120_000;
/** Room for the word that is asked for, and for a model that thinks before it. */
const MAX_TOKENS = 1024;

/** One small question to every model and judge of the configuration, each address and model once. */
export async function checkEndpoints(
  config: Config,
  { environment, signal }: Pick<Effects, "environment"> & { signal: AbortSignal },
): Promise<EndpointCheck[]> {
  return Promise.all(askedOf(config).map((asked) => checkOne(asked, { environment, signal })));
}

/** The same endpoint in two roles is asked once, under both. */
function askedOf({ models, judges, enrichment }: Config): Asked[] {
  const roles: Asked[] = [
    ...models.map((entry) => ({ role: "model", model: toModelConfig(entry) })),
    ...JUDGE_ROLES.flatMap((role) =>
      judgingModels(judges, [role]).map((entry) => ({ role: `judge ${role}`, model: toModelConfig(entry) })),
    ),
    ...(enrichment ? [{ role: "enrichment", model: toModelConfig(enrichment.model) }] : []),
  ];
  const byAddress = new Map<string, Asked>();
  for (const { role, model } of roles.filter((asked) => asked.model.provider !== "policy")) {
    const { provider, api, baseUrl, apiKeyEnv, model: id, extraBody } = model;
    const address = JSON.stringify([provider, api, baseUrl, apiKeyEnv, id, extraBody]);
    const before = byAddress.get(address);
    byAddress.set(address, before ? { ...before, role: `${before.role}, ${role}` } : { role, model });
  }
  return [...byAddress.values()];
}

async function checkOne(
  { role, model }: Asked,
  { environment, signal }: Pick<Effects, "environment"> & { signal: AbortSignal },
): Promise<EndpointCheck> {
  const { makeModel } = await import("../../../agent/make-model.ts");
  const startedAt = performance.now();
  const endsAt = startedAt + DEADLINE_MS;
  const head = { role, name: model.name };
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const small = { ...model, maxRetries: Math.min(model.maxRetries ?? 0, 1), maxOutputTokens: MAX_TOKENS };
    const remainingMs = () => endsAt - performance.now();
    const client = await makeModel({
      model: small,
      seed: 1,
      environment,
      remainingMs,
      deadlineMs: DEADLINE_MS,
      thread: null,
    });
    const message = await client.invoke([["human", "Answer with the one word: ready"]], {
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    const usage = addUsage(NO_USAGE, message as Parameters<typeof addUsage>[1]);
    const served = message.response_metadata.model_name ?? message.response_metadata.model;
    return {
      ...head,
      ok: true,
      found: typeof served === "string" && served !== "" ? served : model.model,
      duration_ms: took(),
      tokens_in: usage.input,
      tokens_out: usage.output,
      cost: costOf(model.price, usage),
    };
  } catch (error) {
    signal.throwIfAborted();
    const found = error instanceof Error ? error.message : String(error);
    return { ...head, ok: false, found, duration_ms: took(), tokens_in: null, tokens_out: null, cost: null };
  }
}

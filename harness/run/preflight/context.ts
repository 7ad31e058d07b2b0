import { OWN, type Role, type ScopeTask } from "../../../agent/contract/contract.ts";
import { count } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { toPolicies } from "../../record/config/policies.ts";
import type { Config } from "../../record/config/schema.ts";
import { toModelConfig, toRetrievalSettings } from "../../record/config/to-agent.ts";
import type { Configuration } from "../../record/domain/names.ts";

/** What a role's requests take of a model's context window whatever is asked. */
interface ContextNeed extends Pick<Configuration, "model" | "workflow" | "knowledge"> {
  role: Role;
  /** Prompt and tools, estimated in tokens: at least these. */
  fixed: number;
  /** What is left for everything that is sent: the declared window without the longest answer. */
  room: number;
  window: number;
}

/** @throws UserError where a model's prompt and tools alone do not fit its declared window */
export async function checkContext(config: Config): Promise<void> {
  const problems = (await contextNeeds(config))
    .filter(({ fixed, room }) => fixed >= room)
    .map(
      ({ model, workflow, knowledge, role, fixed, room, window }) =>
        `${model}: context_window ${count(window)} leaves ${count(Math.max(0, room))} tokens for a request; prompt and tools of the ${role} (${workflow}, ${knowledge}) alone take some ${count(fixed)}`,
    );
  if (problems.length === 0) return;
  throw new UserError("config", "a model's context window holds no request", {
    problems: [...new Set(problems)],
    hint: "serve the model with a larger window and say so in context_window, lower max_output_tokens, or use fewer tools (tool_families)",
  });
}

/** Of every language model in every configuration, the roles with long prompts. Stand-ins have no window. */
export async function contextNeeds(config: Config): Promise<ContextNeed[]> {
  if (config.models.every(({ provider }) => provider === "policy")) return [];
  const [{ fixedParts }, { readRolePrompts }, { readPolicies }] = await Promise.all([
    import("../../../agent/workflows/fixed-part.ts"),
    import("../../../agent/workflows/prompts.ts"),
    import("../../../agent/knowledge/policies.ts"),
  ]);
  const [roles, shipped] = [readRolePrompts(), readPolicies()];
  return configurationsOf(config).flatMap((configuration) => {
    const resolved = resolveConfig(config, configuration);
    const task = taskOf(configuration, resolved);
    if (task === null) return [];
    const { contextWindow: window, maxOutputTokens = 0 } = task.model;
    const { model, workflow, knowledge } = configuration;
    const policies = toPolicies(resolved.policies) ?? shipped;
    return fixedParts({ task, roles, policies }).map(({ role, tokens }) => ({
      ...{ model, workflow, knowledge, role, window },
      ...{ fixed: tokens, room: window - maxOutputTokens },
    }));
  });
}

/** As an execution of the configuration would be asked; null for stand-ins and external agents. */
function taskOf({ model, workflow, knowledge }: Configuration, config: Config): ScopeTask | null {
  const entry = config.models.find(({ name }) => name === model);
  if (!entry || entry.provider === "policy" || workflow === OWN || knowledge === OWN) return null;
  return {
    ...{ threadId: "t-0123456789abcdef", assistantId: "scopebench", turns: [], seed: config.seed, workflow, knowledge },
    model: toModelConfig(entry),
    limits: toAgentLimits(config.limits),
    toolFamilies: config.tool_families,
    retrieval: toRetrievalSettings(config.retrieval),
    signal: new AbortController().signal,
  };
}

import { OWN, type ScopeTask } from "../../../agent/contract/contract.ts";
import { estimateTokens } from "../../../agent/models/tokens.ts";
import { count } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { makerOf, metaMakerOf } from "../../judge/kinds/registry.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import { JUDGE_ROLES, type JudgeRole, judgingModels } from "../../record/config/judges.ts";
import { toAgentLimits } from "../../record/config/limits-schema.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { toPolicies } from "../../record/config/policies.ts";
import type { Config } from "../../record/config/schema.ts";
import { toAgentSettings } from "../../record/config/skills.ts";
import { toModelConfig, toRetrievalSettings } from "../../record/config/to-agent.ts";
import type { Configuration } from "../../record/domain/names.ts";

/** What requests take of a model's context window whatever is asked. */
interface Need {
  model: string;
  /** What is always sent, in words. */
  what: string;
  /** The same, estimated in tokens: at least these. */
  fixed: number;
  /** What is left for everything that is sent: the declared window without the longest answer. */
  room: number;
  window: number;
}

interface ContextNeed extends Need, Pick<Configuration, "workflow" | "knowledge"> {
  /** Tokens of records that come on top at most; absent where that is not known. */
  records?: number | undefined;
}

/** @throws UserError where what is always sent to a model, an agent's or a judge's, does not fit its declared window */
export async function checkContext(config: Config, needs: readonly string[]): Promise<void> {
  const all = [
    ...(needs.includes("models") ? await contextNeeds(config) : []),
    ...judgeNeeds(
      config,
      JUDGE_ROLES.filter((role) => needs.includes(role)),
    ),
  ];
  const problems = all
    .filter(({ fixed, room }) => fixed >= room)
    .map(
      ({ model, what, fixed, room, window }) =>
        `${model}: context_window ${count(window)} leaves ${count(Math.max(0, room))} tokens for a request; ${what} alone take some ${count(fixed)}`,
    );
  if (problems.length === 0) return;
  throw new UserError("config", "a model's context window holds no request", {
    problems: [...new Set(problems)],
    hint: "serve the model with a larger window and say so in context_window, lower max_output_tokens, or use fewer tools (tool_families) or shorter descriptions (tool_descriptions: compact)",
  });
}

/** Of every model of a judge whose window is declared: its prompt and form. */
export function judgeNeeds({ judges }: Pick<Config, "judges">, roles: readonly JudgeRole[] = JUDGE_ROLES): Need[] {
  return roles.flatMap((role) => {
    const code = role === "meta" ? metaMakerOf(judges.meta).code() : makerOf(judges[role]).code(judges[role]);
    const fixed = estimateTokens(JSON.stringify(code));
    return judgingModels(judges, [role]).flatMap(({ model, context_window: window, max_output_tokens: longest = 0 }) =>
      window === undefined
        ? []
        : [{ model, what: `prompt and form of the ${role} judge`, fixed, room: window - longest, window }],
    );
  });
}

/** Of every language model in every configuration, its roles. Stand-ins have no window. */
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
    return fixedParts({ task, roles, policies }).map(({ role, tokens, records }) => ({
      ...{ model, workflow, knowledge, window },
      what: `prompt and tools of the ${role} (${workflow}, ${knowledge})`,
      ...{ fixed: tokens, records, room: window - maxOutputTokens },
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
    toolDescriptions: config.tool_descriptions,
    retrieval: toRetrievalSettings(config.retrieval),
    settings: toAgentSettings(config.agent),
    signal: new AbortController().signal,
  };
}

import { UserError } from "../../../base/user-error.ts";
import { JUDGE_ROLES, type JudgeRole, judgeFacts } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { toExternalAgentConfig, toModelConfig } from "../../record/config/to-agent.ts";

/**
 * A model may not judge its own family (reference study, section 7): it would favour its own manner.
 * @throws UserError `config` listing every clash of a judge, in any place of its chain, with a system that it judges.
 */
export function checkJudgeFamilies(config: Pick<Config, "models" | "external_agents" | "judges">): void {
  const judged = [...config.models.map(toModelConfig), ...config.external_agents.map(toExternalAgentConfig)];
  const problems = JUDGE_ROLES.flatMap((role) =>
    linksOf(config.judges, role).flatMap((link) =>
      judged
        .filter((system) => system.family.toLowerCase() === link.family.toLowerCase())
        .map((system) => `judges.${role}: ${link.model} is of family '${link.family}', as is ${system.name}`),
    ),
  );
  if (problems.length === 0) return;
  throw new UserError("config", "a judge may not be of the same family as a model that it judges", {
    problems,
    hint: "choose a judge of another vendor, or set `family` where the name misleads",
  });
}

/** Who may give a verdict. */
function linksOf(judges: Config["judges"], role: JudgeRole): { model: string; family: string }[] {
  const { chain, outside } = judgeFacts(judges[role]);
  return [...chain.map(toModelConfig), ...(outside ? [outside] : [])];
}

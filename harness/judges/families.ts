import { UserError } from "../../base/user-error.ts";
import type { Config } from "../config/schema.ts";
import { toModelConfig, toSubjectConfig } from "../config/to-agent.ts";

/**
 * A model may not judge its own family (reference study, section 7): it would favour its own manner.
 * @throws UserError `config` listing every clash of a judge, in any place of its chain, with a subject.
 */
export function checkJudgeFamilies(config: Pick<Config, "models" | "subjects" | "judges">): void {
  const subjects = [...config.models.map(toModelConfig), ...config.subjects.map(toSubjectConfig)];
  const problems = (["primary", "calibration", "meta"] as const).flatMap((role) => {
    const judge = config.judges[role];
    return linksOf(judge).flatMap((link) =>
      subjects
        .filter((subject) => subject.family.toLowerCase() === link.family.toLowerCase())
        .map(
          (subject) => `judges.${role}: ${link.model} is of family '${link.family}', as is the subject ${subject.name}`,
        ),
    );
  });
  if (problems.length === 0) return;
  throw new UserError("config", "a judge may not be of the same family as a model that it judges", {
    problems,
    hint: "choose a judge of another vendor, or set `family` where the name misleads",
  });
}

/** Who may give a verdict, in the order in which they are asked. */
function linksOf(judge: Config["judges"]["primary" | "meta"]): { model: string; family: string }[] {
  if (judge.type === "llm") return judge.chain.map(toModelConfig);
  return judge.type === "packets" ? [{ model: judge.evaluator, family: judge.family }] : [];
}

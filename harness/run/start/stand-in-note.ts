import { judgeFacts } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";

/** What to know of figures that stand-ins take part in: which of them say nothing about any language model. Null where none does. */
export function standInNote({ models, judges }: Pick<Config, "models" | "judges">): string | null {
  const standIns = models.filter(({ provider }) => provider === "policy").map(({ name }) => name);
  const isJudge = judgeFacts(judges.primary).standIn;
  if (standIns.length === 0 && !isJudge) return null;
  if (standIns.length === 0)
    return "stand-in judge: its verdicts are a rubric's, not a language model's; answers, rankings and functional passes are the models' own";
  const who = standIns.length < models.length ? `stand-in models (${standIns.join(", ")})` : "stand-in models";
  return `${who}${isJudge ? " and judge" : ""}: their figures say nothing about any language model`;
}

import { countOf } from "../../../base/counts.ts";
import { judgeFacts } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import type { HumanRatings } from "../../results/analyses/human.ts";

/** For a reader who has never met a judge: what the judges of this run can show and what they can't. */
export function aboutTheJudge({ judges }: Pick<Config, "judges">, human: HumanRatings | null): string {
  return `${judgeFacts(judges.primary).shows} ${peopleSentence(human)}`;
}

function peopleSentence(human: HumanRatings | null): string {
  if (human === null)
    return "No person has rated answers of this run (`scopebench judge rate`), so nothing here says how a person would judge.";
  const { rated, judged } = human.pass_rate;
  const raters =
    human.raters.length === 1 ? "One person has" : countOf(human.raters.length, "person has", "people have");
  return `${raters} rated ${rated} of the ${judged} judged answers; how far the judge agrees with them is below.`;
}

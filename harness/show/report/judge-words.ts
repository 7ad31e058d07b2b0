import { countOf } from "../../../base/counts.ts";
import type { JudgeConfig } from "../../record/config/judges/registry.ts";
import type { Config } from "../../record/config/schema.ts";
import type { HumanRatings } from "../../results/analyses/human.ts";

/** For a reader who has never met a judge: what the judges of this run can show and what they can't. */
export function aboutTheJudge({ judges }: Pick<Config, "judges">, human: HumanRatings | null): string {
  return `${WHAT_IT_SHOWS[judges.primary.type]} ${peopleSentence(human)}`;
}

const WHAT_IT_SHOWS: Readonly<Record<JudgeConfig["type"], string>> = {
  rubric:
    "The judges of this run are rules, not readers. A rule looks for the expected test ids, names and key facts in an answer and counts them, always in the same way. So it shows whether something is present. It cannot show whether a sentence is true, whether a reason is a good one, whether other words say the same, or whether the answer would help anybody. When two rules agree, two ways of counting agree: that is no sign that a reader would agree. Use these figures to see that the instrument works and to compare what can be counted. To learn how good the answers are, let a language model judge (`judges` in bench.yaml) and test it (`scopebench judge probe`).",
  llm: "The judge of this run is a language model. It reads, so it sees what no rule sees: a contradiction, the same thing in other words, a reason that does not hold. It also has biases that no rule has, such as favouring long answers, the first of two, or its own style; the probes below show which were found, where they were run. Which test ids and names appear in an answer, and whether it passes, is counted by scopebench and not left to the judge. How far it agrees with itself is below; that does not show whether it is right.",
  packets:
    "The judge of this run worked offline, on files, with the same questions and the same form that a language model would get. Which test ids and names appear in an answer, and whether it passes, is counted by scopebench. How the judge arrived at the rest, this run cannot show.",
};

function peopleSentence(human: HumanRatings | null): string {
  if (human === null)
    return "No person has rated answers of this run (`scopebench judge rate`), so nothing here says how a person would judge.";
  const { rated, judged } = human.pass_rate;
  const raters =
    human.raters.length === 1 ? "One person has" : countOf(human.raters.length, "person has", "people have");
  return `${raters} rated ${rated} of the ${judged} judged answers; how far the judge agrees with them is below.`;
}

import { makeRandom, pick, type Random, shuffle } from "../../../../base/random.ts";
import type { JudgeCase } from "../../judges/judge.ts";
import { composeAnswer, withAnswer, withEvidence } from "./answer.ts";
import type { EditContext } from "./edit.ts";

/** Right by construction: the reference answer, every expected id and entity, with evidence. Declines where nothing is to be found. */
export function makeGold(judgeCase: JudgeCase): JudgeCase {
  const { scenario } = judgeCase;
  const { reference_answer: reference } = scenario;
  if (!scenario.answerable) {
    const declines = /^\s*No supported recommendation/i.test(reference);
    return withAnswer(withEvidence(judgeCase), declines ? reference : `No supported recommendation: ${reference}`);
  }
  const named = scenario.expected_entities.length === 0 ? "" : ` It concerns ${scenario.expected_entities.join(", ")}.`;
  return withAnswer(withEvidence(judgeCase), composeAnswer(reference + named, scenario.expected_ids));
}

/** Wrong by construction, of the same form: as many ids, none of them expected, none of them in any result. */
export function makeGutted(judgeCase: JudgeCase, context: EditContext): JudgeCase {
  const { expected_ids } = judgeCase.scenario;
  const ids = wrongIds(judgeCase, Math.max(2, expected_ids.length), randomOf(context, "gutted"));
  return withAnswer(withEvidence(judgeCase), composeAnswer("These match the request.", ids));
}

/** In between: half of what is expected, wrong ids in place of the rest. Null for a scenario without an answer. */
export function makeHalf(judgeCase: JudgeCase, context: EditContext, which: "half" | "other half" = "half") {
  return halfAnswer(judgeCase, randomOf(context, which), "");
}

/** The same answer with paragraphs that say nothing. */
export function makePadded(judgeCase: JudgeCase, context: EditContext): JudgeCase | null {
  const filler = shuffle(randomOf(context, "padding"), FILLER).join(" ");
  return halfAnswer(judgeCase, randomOf(context, "half"), `\n\n${filler}`);
}

function halfAnswer(judgeCase: JudgeCase, random: Random, more: string): JudgeCase | null {
  const { scenario } = judgeCase;
  if (!scenario.answerable || scenario.expected_ids.length === 0) return null;
  const size = Math.max(2, scenario.expected_ids.length);
  const kept = shuffle(random, scenario.expected_ids).slice(0, Math.ceil(size / 2));
  const ids = shuffle(random, [...kept, ...wrongIds(judgeCase, size - kept.length, random)]);
  const entities = scenario.expected_entities.slice(0, Math.ceil(scenario.expected_entities.length / 2));
  const prose = entities.length === 0 ? "Found for the request." : `Found for the request, on ${entities.join(", ")}.`;
  return withAnswer(withEvidence(judgeCase), composeAnswer(prose + more, ids));
}

function randomOf({ seed, name }: EditContext, stream: string): Random {
  return makeRandom("probe", seed, name, stream);
}

/** Fluent and empty: no id, no name, no claim about the change. */
const FILLER = [
  "The following overview has been put together with care, so that the reader can see at a glance what is at stake.",
  "It is worth bearing in mind that a change of this kind may be looked at from several sides, each of which has its merits.",
  "A thorough approach was taken throughout, and every step was weighed before the next one was made.",
  "In practice, a selection such as this one serves as a starting point from which further thought can proceed.",
  "The reasoning was kept transparent, in order that those who come later may follow it without effort.",
  "Taken together, these considerations give a rounded picture, which is precisely what the situation calls for.",
  "Particular attention was paid to clarity, since a result that cannot be read is of little use to anyone.",
  "Where there was room for interpretation, the more cautious reading was preferred, as is customary.",
  "The order in which things are presented is meant to be helpful and should be understood in that spirit.",
  "Finally, it should be said that quality assurance is a continuous endeavour that benefits from close attention.",
];

/** Ids of the corpus' own shape that are not expected, without repetition. */
function wrongIds({ scenario, extraction }: JudgeCase, count: number, random: Random): string[] {
  const seen = extraction.tool_calls.flatMap(({ preview }) => preview.match(/\b[A-Za-z]{2,}-\d{3,}\b/g) ?? []);
  const shapes = [...scenario.expected_ids, ...seen, "ITEM-100000"].filter((id) => /\d/.test(id));
  const taken = new Set(scenario.expected_ids);
  const wrong: string[] = [];
  for (let longer = 0; wrong.length < count; longer++) {
    const id = shapes[0]!.replace(/\d+(?=\D*$)/, (digits) =>
      randomDigits(digits.length + Math.floor(longer / 50), random),
    );
    if (taken.has(id)) continue;
    taken.add(id);
    wrong.push(id);
  }
  return wrong;
}

function randomDigits(length: number, random: Random): string {
  return Array.from({ length }, () => pick(random, [..."0123456789"])).join("");
}

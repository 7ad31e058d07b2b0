import { makeRandom, randomInteger, shuffle } from "../../../../base/random.ts";
import type { JudgeCase } from "../../../../harness/judge/judges/judge.ts";
import { caseOf, DECLINES, makeCall, makeScenario, makeUnanswerable } from "./cases.ts";

/** Answers of all qualities, drawn from a seed: complete to empty, clean to noisy, well and badly sourced, declining rightly and wrongly. */
export function variedCases(count: number, seed = 1): JudgeCase[] {
  return Array.from({ length: count }, (_, index) => variedCase(seed, index));
}

function variedCase(seed: number, index: number): JudgeCase {
  const random = makeRandom("varied", seed, index);
  const chance = (share: number): boolean => random() < share;
  if (chance(0.25)) {
    const answer = chance(0.6) ? DECLINES : listAnswer(["TC-90"], "These tests match.", true);
    return caseOf(answer, makeUnanswerable(), {
      tool_calls: chance(0.8) ? [makeCall("/results/000.json", "nothing")] : [],
    });
  }
  const expected = Array.from({ length: 1 + randomInteger(random, 12) }, (_unused, place) => `TC-${100 + place}`);
  const scenario = makeScenario({
    expected_ids: expected,
    expected_entities: ["conditional handover", "guard timer expiry"].slice(0, randomInteger(random, 3)),
    reference_answer: `${expected.join(", ")}: ${expected.length} test cases for conditional handover with guard timer expiry.`,
    traps: ["TC-900 differs in the release"],
  });
  const quality = random();
  const kept = expected.filter(() => chance(0.5 + quality / 2));
  const noise = ["TC-900", "TC-901", "TC-902", "TC-1"].filter(() => chance((1 - quality) / 2));
  const prose = `${chance(0.8) ? "The change touches conditional handover" : "Found"}${chance(0.6) ? " with guard timer expiry." : "."}`;
  const answer = chance(0.08)
    ? "No supported recommendation: unsure."
    : listAnswer(shuffle(random, [...kept, ...noise]), prose, chance(0.8));
  const seen = chance(0.9) ? [...expected, ...noise] : expected.slice(1);
  return caseOf(answer, scenario, { tool_calls: [makeCall("/results/000.json", seen.join("\n"))] });
}

function listAnswer(ids: readonly string[], prose: string, sourced: boolean): string {
  const items = ids.map((id, place) => `${place + 1}. \`${id}\` - verifies it${sourced ? " [S1]" : ""}`);
  const sources = sourced ? ["", "## Sources", "- S1: [links](artifact://t?path=/results/000.json)"] : [];
  return [prose, "", "## Recommended", ...items, ...sources].join("\n");
}

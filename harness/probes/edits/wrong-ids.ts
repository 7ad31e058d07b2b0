import { pick, type Random } from "../../../base/random.ts";
import type { JudgeCase } from "../../judges/judge.ts";

/** Ids of the corpus' own shape that are not expected, without repetition. */
export function wrongIds({ scenario, extraction }: JudgeCase, count: number, random: Random): string[] {
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

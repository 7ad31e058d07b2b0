import { expect, it } from "vitest";
import { hashOf, sha256 } from "../../../../base/hash.ts";
import { publishJudging } from "../../../../harness/judge/kinds/published.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { aboutTheJudge } from "../../../../harness/show/report/pages/judge.ts";
import { nonEmpty } from "../../../non-empty.ts";

const llm = { type: "llm", chain: [{ provider: "openai", model: "gpt-5" }] };
const config = (judges: object = {}) => configSchema.parse({ judges });

it("instructions and forms are published as they were sent, with hashes that can be checked, and for whom", () => {
  const published = publishJudging(config({ primary: llm, alignment_threshold: 0.6 }));
  for (const { text, hash } of nonEmpty(published.prompts)) expect(hash).toBe(sha256(text));
  for (const { schema, hash } of nonEmpty(published.forms)) expect(hash).toBe(hashOf(schema));
  const judge = published.prompts.find(({ name }) => name === "judge")!;
  expect(judge.asked_by).toEqual(["primary"]);
  expect(judge.text).toContain("alignment is at least 0.6");
  expect(publishJudging(config()).prompts.flatMap(({ asked_by: askedBy }) => askedBy)).toEqual([]);
  expect(published.judges.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
    "primary llm",
    "calibration rubric",
    "meta rubric",
  ]);
});

it("the weights add up to 1, and each weight and threshold has a reason", () => {
  const { weights, thresholds } = publishJudging(config());
  expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  for (const { because } of nonEmpty([...weights, ...thresholds])) expect(because.length).toBeGreaterThan(20);
});

it("what a judge can show is said by what it is, and whether people have rated", () => {
  expect(aboutTheJudge(config(), null)).toMatch(
    /rules, not readers.*cannot show whether a sentence is true.*No person has rated/,
  );
  const rated = { raters: [{}, {}], pass_rate: { rated: 58, judged: 900 } } as Parameters<typeof aboutTheJudge>[1];
  expect(aboutTheJudge(config({ primary: llm }), rated)).toMatch(/language model.*2 people have rated 58 of the 900/);
  const outside = { type: "packets", evaluator: "e", family: "f" };
  expect(aboutTheJudge(config({ primary: outside }), null)).toMatch(/offline, on files/);
});

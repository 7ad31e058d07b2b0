import { expect, it } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import { checkJudgeFamilies } from "../../../../harness/judge/judges/families.ts";
import { judgeFingerprint } from "../../../../harness/judge/kinds/fingerprint.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";

const openai = (model: string, rest: object = {}) => ({ provider: "openai", model, ...rest });
const config = (judges: object, models?: object[]) => configSchema.parse({ judges, ...(models && { models }) });
const subjects = [openai("deepseek-v3.2", { name: "ds" }), openai("vendor/GLM-5.1", { name: "glm" })];

it("names every clash of every judge in one error", () => {
  const judges = {
    primary: { type: "llm", chain: [openai("gpt-5"), openai("DeepSeek-R2")] },
    meta: { type: "llm", chain: [openai("glm-6"), openai("other", { family: "deepseek" })] },
  };
  const check = () => checkJudgeFamilies(config(judges, subjects));
  expect(check).toThrow(UserError);
  try {
    check();
  } catch (error) {
    expect((error as UserError).code).toBe("config");
    expect((error as UserError).problems).toHaveLength(3);
  }
});

it("accepts judges of other families, rubrics, and a policy model under an LLM judge", () => {
  checkJudgeFamilies(config({ primary: { type: "llm", chain: [openai("gpt-5")] } }, subjects));
  checkJudgeFamilies(config({ primary: { type: "llm", chain: [openai("gpt-5")] } }));
  checkJudgeFamilies(config({}));
});

it("a `family` in the configuration overrides what the name suggests", () => {
  const judges = { primary: { type: "llm", chain: [openai("deepseek-v3.2", { family: "mine" })] } };
  expect(() => checkJudgeFamilies(config(judges, subjects))).not.toThrow();
});

it("fingerprints change with what decides a judge's verdicts, and with nothing else", () => {
  const base = judgeFingerprint(config({}));
  expect(judgeFingerprint(config({ calibration_sample: 3 }))).toEqual(base);
  const strict = judgeFingerprint(config({ alignment_threshold: 0.8 }));
  const llm = judgeFingerprint(config({ primary: { type: "llm", chain: [openai("gpt-5")] } }));
  expect(new Set([base.primary, strict.primary, llm.primary, base.calibration]).size).toBe(4);
  expect(llm.calibration).toBe(base.calibration);
  expect(llm.meta).toBe(base.meta);
});

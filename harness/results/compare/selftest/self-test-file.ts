import { readFile } from "node:fs/promises";
import { z } from "zod";
import { asEnvironmentError } from "../../../../base/atomic.ts";
import { jsonOrUndefined } from "../../../../base/json-object.ts";
import { UserError } from "../../../../base/user-error.ts";

const rate = z.number().min(0).max(1);

const ruleSchema = z.object({
  metric: z.string(),
  group: z.string(),
  unit: z.enum(["share", "binary", "cosine", "count", "likert", "tokens"]),
  min_effect: z.number(),
  run_deviation: z.number().describe("standard deviation of the runs' means"),
  estimate: rate.nullable().describe("how often two runs of one system break it; null where it never moved"),
  bound: rate.nullable().describe("upper bound of that, all rules' together with the confidence"),
  found_from: z.number().nullable().describe("loss that it finds 4 times in 5, what moves a run included"),
  quiet_from: z.number().nullable().describe("min_effect from which its share of the asked rate holds"),
});
export type RuleSelfTest = z.infer<typeof ruleSchema>;

const selfTestSchema = z.object({
  format: z.literal(1),
  runs: z.array(z.object({ run: z.string(), run_id: z.string() })).min(2),
  scenarios: z.number().int(),
  of: z.object({ rules: z.string(), scenarios: z.string(), configurations: z.string() }),
  confidence: rate,
  asked: rate.describe("largest share of unchanged builds that may fail"),
  state: z.enum(["shown", "too-few-runs", "more", "nothing-moved"]),
  seen: z.object({ comparisons: z.number().int(), failed: z.number().int() }),
  estimate: rate.nullable().describe("of the rule that fails most by itself"),
  bound: rate.nullable().describe("of all rules together, whatever they have in common"),
  runs_needed: z.number().int().nullable().describe("runs like these that would show what is asked; null: over 500"),
  rules: z.array(ruleSchema).min(1),
});
/** What `scopebench runs gate selftest --output` writes and `compare --selftest` reads. */
export type SelfTest = z.infer<typeof selfTestSchema>;

/** @throws UserError `input` for what is no self-test */
export async function readSelfTest(path: string): Promise<SelfTest> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw asEnvironmentError(error, { path, verb: "read" });
  });
  const parsed = selfTestSchema.safeParse(jsonOrUndefined(text));
  if (parsed.success) return parsed.data;
  throw new UserError("input", `${path} is no self-test of a gate`, {
    problems: parsed.error.issues.slice(0, 5).map(({ path: at, message }) => `${at.join(".") || "file"}: ${message}`),
    hint: "scopebench runs gate selftest <run> <run> --output FILE writes one",
  });
}

import { z } from "zod";
import { UserError } from "../../../base/user-error.ts";
import { dimensionSchema, executionKeySchema } from "../../record/domain/records.ts";

const points = dimensionSchema.shape.score;

/** What a person says about an answer; the judge's form without what is counted. */
export const opinionSchema = z.object({
  status: z.enum(["pass", "fail"]),
  alignment: z.number().min(0).max(1),
  completeness: points,
  relevance: points,
  coherence: points,
  evidence_grounding: points,
  note: z.string().max(2_000).default(""),
});
export type Opinion = z.infer<typeof opinionSchema>;

/** `ratings/<rater>.jsonl`: of one execution the last one counts. `opinion` null: looked at and left out. */
export const ratingSchema = executionKeySchema.extend({ rater: z.string(), opinion: opinionSchema.nullable() });
export type Rating = z.infer<typeof ratingSchema>;

/** @throws UserError `usage` for a name that can't be a file's, or is the judge's. */
export function checkRater(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && !/^judge/i.test(name)) return name;
  throw new UserError("usage", `a rater named '${name.slice(0, 80)}'`, {
    hint: "letters, digits, dot, underscore and dash, not beginning with 'judge'",
  });
}

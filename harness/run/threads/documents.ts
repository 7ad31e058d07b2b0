import { z } from "zod";

/** What the assistant's page keeps with a thread; what anybody else has written there under these kinds is left out, and counted. */
export const scopeSchema = z.object({
  question: z.string(),
  recommended: z.array(z.string()),
  dropped: z.array(z.object({ id: z.string(), reason: z.string() })),
  added: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** Left below the cut, which nobody has looked at one by one. */
  below: z.array(z.string()).default([]),
});
export type KeptScope = z.infer<typeof scopeSchema>;

const answerSchema = z.object({ thread_id: z.string(), configuration: z.string(), stand_in: z.boolean() });
export const comparisonSchema = z.object({
  question: z.string(),
  blind: z.boolean(),
  a: answerSchema,
  b: answerSchema,
  left: z.enum(["a", "b"]),
  choice: z.enum(["left", "right", "tie", "both_bad"]).nullable(),
  comment: z.string(),
});

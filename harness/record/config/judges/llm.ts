import { z } from "zod";
import { type JudgeKind, remoteModelSchema } from "./kind.ts";

export const llmMetaJudgeSchema = z.strictObject({
  type: z.literal("llm"),
  chain: z.array(remoteModelSchema).min(1).describe("tried in order; when all are exhausted the verdict is `blocked`"),
});

/** Ways in which several judgings of one answer become its verdict. */
const COMBINED = ["majority", "mean"] as const;

export const llmJudgeSchema = llmMetaJudgeSchema.extend({
  repeats: z
    .literal([1, 3, 5, 7, 9])
    .optional()
    .describe("times that each answer is judged, each in a fresh context with seeds of its own; default 1"),
  combine: z
    .enum(COMBINED)
    .optional()
    .describe(
      "with repeats: `majority` (default) is the middle one of the judgements with the status that most gave; `mean` has the mean alignment and score, the middle ratings, and the status that follows",
    ),
});

export const llmKind: JudgeKind<z.infer<typeof llmJudgeSchema | typeof llmMetaJudgeSchema>> = {
  standIn: false,
  chain: ({ chain }) => chain,
  withChain: (entry, change) => ({ ...entry, chain: entry.chain.map(change) }),
  outside: () => null,
  judgings: (entry) => ("repeats" in entry ? (entry.repeats ?? 1) : 1),
  name: ({ chain }) => chain.map(({ model }) => model).join(" > "),
  estimated: ({ chain }) => `: ${chain[0]?.model}`,
};

import { z } from "zod";
import { type JudgeKind, remoteModelSchema } from "./kind.ts";

export const llmJudgeSchema = z.strictObject({
  type: z.literal("llm"),
  chain: z.array(remoteModelSchema).min(1).describe("tried in order; when all are exhausted the verdict is `blocked`"),
});

export const llmKind: JudgeKind<z.infer<typeof llmJudgeSchema>> = {
  standIn: false,
  chain: ({ chain }) => chain,
  withChain: (entry, change) => ({ ...entry, chain: entry.chain.map(change) }),
  outside: () => null,
  name: ({ chain }) => chain.map(({ model }) => model).join(" > "),
  estimated: ({ chain }) => `: ${chain[0]?.model}`,
};

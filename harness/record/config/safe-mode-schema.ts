import { z } from "zod";

/** Stands where a person's name stands. */
export const SIMULATED = "simulated reviewer";

/** Said wherever numbers of such a run are shown. */
export const REVIEWED_BY_SCRIPT = "A simulated reviewer, no person, decided on the agents' calls.";

/** A tool of the agent's, by name; the script says which there are. */
const toolName = z.string().min(1);

/** Safe Mode in a run: a script in a person's place decides on calls, so that what rejections do can be measured. */
export const safeModeSchema = z.strictObject({
  type: z.literal("simulated").describe("a script decides; nothing says what people would decide"),
  tools: z.array(toolName).min(1).optional().describe("whose calls are put before it; absent = every retrieval"),
  reject: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe("share of calls rejected at random; the same call of an execution always gets the same decision"),
  message: z
    .string()
    .min(1)
    .max(4000)
    .default("This step is too broad for the question. Go another way, or ask for less.")
    .describe("what the agent is told with a rejection by chance"),
  rules: z
    .array(
      z.strictObject({
        tool: toolName.optional().describe("absent = any"),
        contains: z.string().min(1).optional().describe("a text in the call's arguments; absent = any"),
        message: z.string().min(1).max(4000).describe("what the agent is told"),
      }),
    )
    .default([])
    .describe("calls that it always rejects: the first rule that fits"),
});
export type SafeModeConfig = z.infer<typeof safeModeSchema>;

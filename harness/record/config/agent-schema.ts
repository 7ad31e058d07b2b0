import { z } from "zod";
import { MEMORIES } from "../../../agent/contract/contract.ts";

/** How our own agents work, beside their workflows. */
export const agentSchema = z
  .strictObject({
    memory: z
      .enum(MEMORIES)
      .optional()
      .describe(
        "what is shown of earlier turns: full (default), none, or tiers: the newest limits.memory_full_chars as they are, the next memory_compressed_chars with results cut, what is older as a summary once it holds memory_summary_chars",
      ),
  })
  .describe("how agents work (react, plan_execute)");

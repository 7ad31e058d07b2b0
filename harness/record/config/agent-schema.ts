import { z } from "zod";
import { MEMORIES } from "../../../agent/contract/contract.ts";

const phrase = z.string().trim().min(1).max(200);

/** How our own agents work, beside their workflows. */
export const agentSchema = z
  .strictObject({
    memory: z
      .enum(MEMORIES)
      .optional()
      .describe(
        "what is shown of earlier turns: full (default), none, or tiers: the newest limits.memory_full_chars as they are, the next memory_compressed_chars with results cut, what is older as a summary once it holds memory_summary_chars",
      ),
    clarify: z
      .boolean()
      .optional()
      .describe(
        "an agent may ask back once in a conversation where a question is too vague; nobody answers in a run: 0 where the user got nothing, and no abstention",
      ),
    claims: z
      .array(
        z.strictObject({
          claim: phrase.describe("what it is called to the agent, such as compatibility"),
          said: z.array(phrase).min(1).describe("phrases by which a sentence makes the claim, letter case apart"),
          tools: z.array(phrase).min(1).describe("tools whose results are evidence of it"),
          holding: z.array(phrase).min(1).optional().describe("words of which such a result must hold one"),
        }),
      )
      .min(1)
      .optional()
      .describe(
        "what an answer may claim only where the sentence cites a result of that kind; else it cannot confirm it",
      ),
    glossary: z
      .union([
        z.string().min(1),
        z.array(z.strictObject({ term: z.string().min(1), meaning: z.string().min(1) })).min(1),
      ])
      .optional()
      .describe(
        "a file of `corpus glossary`: the terms that a person kept and that have a meaning stand in the prompts of who answers; absent = none does",
      ),
    skills: z
      .union([z.string().min(1), z.record(z.string().regex(/^[\w.-]+(?:\/[\w.-]+)+$/), z.string())])
      .optional()
      .describe(
        "a folder with skills of your own: <skill>/SKILL.md, and scripts (<skill>/scripts/<name>.mjs) that run in a process of their own",
      ),
  })
  .describe("how agents work (react, plan_execute)");

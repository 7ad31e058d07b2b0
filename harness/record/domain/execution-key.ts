/** What names an execution, in every record. */
import { z } from "zod";
import { KNOWLEDGE_MODES, OUTCOMES, OWN, WORKFLOW_NAME, WORKFLOWS } from "../../../agent/contract/contract.ts";
import { LEVELS_NAME } from "../../../base/level-names.ts";

/** One of ours, one of the run's own, or `own` for a system that is not made of workflows. No double underscore: names of configurations are read back. */
export const workflowSchema = z
  .string()
  .regex(WORKFLOW_NAME)
  .meta({ examples: [...WORKFLOWS, OWN] });
export const knowledgeSchema = z.enum([...KNOWLEDGE_MODES, OWN]);
export const levelsSchema = z
  .string()
  .regex(LEVELS_NAME)
  .describe("levels of further factors that change something, as in the configuration's name; absent where none does")
  .meta({ examples: ["rerank=llm_listwise__depth=50"] });
export const outcomeSchema = z.enum(OUTCOMES);

/** Names one execution; in every record. */
export const executionKeySchema = z.object({
  scenario_id: z.string(),
  model: z.string(),
  workflow: workflowSchema,
  knowledge: knowledgeSchema,
  repeat: z.number().int().min(0),
  levels: levelsSchema.optional(),
});
export type ExecutionKey = z.infer<typeof executionKeySchema>;

export const errorSchema = z.object({ code: z.string(), message: z.string() });

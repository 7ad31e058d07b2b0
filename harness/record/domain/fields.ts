/** Members that many results share. */
import { z } from "zod";
import { knowledgeSchema, levelsSchema, workflowSchema } from "./records.ts";

export const count = z.number().int();

/** Null where there is nothing to compute it from. */
export const numberOrNull = z.number().nullable();

/** A 95 % interval. */
export const interval = { low: numberOrNull, high: numberOrNull };

export const configuration = {
  model: z.string(),
  workflow: workflowSchema,
  knowledge: knowledgeSchema,
  levels: levelsSchema.optional(),
};

/** `explorer__react__prompt`. */
export const configurationName = z.string();

export const judgingStage = z.enum(["primary", "calibration", "meta"]);

export const factor = z.string().describe("model, workflow, knowledge, serving, or a further factor of the run");

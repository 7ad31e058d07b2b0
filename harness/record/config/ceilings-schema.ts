import { z } from "zod";

/** What a whole run may take, judges and resumed sessions included. Reached: nothing more is begun, what runs is finished. */
export const ceilingsSchema = z.strictObject({
  max_cost_usd: z.number().positive().optional().describe("needs every model's price"),
  max_tokens: z.number().int().positive().optional().describe("input and output of agents and judges"),
  max_hours: z.number().positive().optional().describe("time in which a process works on the run"),
});
export type CeilingValues = z.infer<typeof ceilingsSchema>;

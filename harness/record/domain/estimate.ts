import { z } from "zod";

const limit = z.number().nullable();

export const estimateSchema = z
  .strictObject({
    mean: limit,
    low: limit.describe("null where n = 0, or where a metric without a range has no spread or too few scenarios"),
    high: limit,
    doubted: z
      .literal(true)
      .optional()
      .describe("the interval is not to be relied on: it is of counts or tokens. Absent otherwise"),
    n: z.number().int().describe("scored executions"),
    unscored: z.number().int().describe("expected but unscored"),
  })
  .meta({ id: "Estimate", description: "A mean with its 95 % interval over scenarios." });

/** A mean with its 95 % interval over scenarios, its n and how many were unscored. `doubted`: see `intervals/doubt.ts`. */
export type Estimate = z.infer<typeof estimateSchema>;

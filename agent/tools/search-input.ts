import { z } from "zod";
import type { Row, SearchFilter, SearchHit } from "../../db/ports/ports.ts";

const ENTITY_TYPES = ["test_case", "backlog_item", "message", "protocol", "other"] as const;
export const entityTypeSchema = z.enum(ENTITY_TYPES);
export type EntityType = z.infer<typeof entityTypeSchema>;

/** The filters that all three searches share. */
export const searchFilterFields = {
  types: z.array(entityTypeSchema).min(1).max(ENTITY_TYPES.length).optional().describe("only these kinds of entity"),
  quality_area: z.string().min(1).max(200).optional().describe("only test cases of this quality area, exact value"),
  execution_context: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("only test cases of this execution context, exact value"),
  subtype: z.string().min(1).max(200).optional().describe("only backlog items of this subtype, exact value"),
  attributes: z
    .array(z.strictObject({ name: z.string().min(1).max(200), value: z.string().min(1).max(200) }))
    .max(5)
    .optional()
    .describe(
      "only what has these other attributes, such as release or tag (relation enrichment.attribute), exact values",
    ),
};

interface FilterInput {
  types?: EntityType[];
  quality_area?: string;
  execution_context?: string;
  subtype?: string;
  attributes?: { name: string; value: string }[];
}

/** A field of its own goes before an attribute of that name. */
export function toSearchFilter({ types, attributes = [], ...fields }: FilterInput): SearchFilter {
  const { quality_area, execution_context, subtype } = fields;
  const others = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
  const own = Object.entries({ quality_area, execution_context, subtype }).filter(([, value]) => value !== undefined);
  return { types, attributes: { ...others, ...Object.fromEntries(own) } };
}

export const hitRowSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  score: z.number(),
  snippet: z.string(),
});

export function toHitRow(hit: SearchHit): Row {
  return {
    id: hit.id,
    type: hit.type,
    title: hit.title,
    score: Number(hit.score.toPrecision(6)),
    snippet: hit.snippet,
  };
}

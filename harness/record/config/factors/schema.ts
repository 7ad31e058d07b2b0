import { z } from "zod";
import { KNOWLEDGE_MODES } from "../../../../agent/contract/contract.ts";
import { LEVEL_NAME } from "../../../../base/level-names.ts";
import { workflowNameSchema } from "../model-schema.ts";
import { BUILT_IN_FACTORS, builtInPatch } from "./built-in.ts";

const LONGEST_FACTOR = 30;
const LONGEST_LEVEL = 40;
const factorNameSchema = workflowNameSchema.max(LONGEST_FACTOR);
const levelNameSchema = z
  .string()
  .max(LONGEST_LEVEL)
  .regex(LEVEL_NAME, "letters, digits, dot, dash and single underscores: it becomes part of a file's name");

const patchSchema = z
  .record(z.string(), z.unknown())
  .describe("values by their paths in this file, such as `limits.max_tool_calls: 20`; {} changes nothing");

const onlySchema = z
  .strictObject({
    model: z.array(z.string()).min(1).optional(),
    workflow: z.array(z.string()).min(1).optional(),
    knowledge: z.array(z.enum(KNOWLEDGE_MODES)).min(1).optional(),
  })
  .describe("the factor applies to no other configuration");

const factorSchema = z.strictObject({
  name: factorNameSchema,
  only: onlySchema.optional(),
  /** The level that changes nothing of what the file says, so that it has no part in names; null where each changes something. */
  base: levelNameSchema.nullable().optional(),
  levels: z.array(z.strictObject({ name: levelNameSchema, patch: patchSchema })).min(1),
});
export type DeclaredFactor = z.infer<typeof factorSchema>;

const builtInLevels = z
  .array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
  .min(1)
  .describe(`levels of a built-in factor by their names: of ${BUILT_IN_FACTORS.join(", ")}, or of any limit`);
const ownFactor = z.strictObject({
  only: onlySchema.optional(),
  levels: z.record(levelNameSchema, patchSchema).describe("each by its name"),
});

/**
 * What varies beside model, workflow and knowledge mode. Read into a list: the order of levels is that of the file, which keys of a
 * JavaScript object do not keep where they are numbers.
 */
export const factorsSchema = z
  .union([z.array(factorSchema), z.record(factorNameSchema, z.union([builtInLevels, ownFactor]))])
  .transform((factors): DeclaredFactor[] => (Array.isArray(factors) ? factors : Object.entries(factors).map(toFactor)));

function toFactor([name, entry]: [
  string,
  z.output<typeof builtInLevels> | z.output<typeof ownFactor>,
]): DeclaredFactor {
  if (Array.isArray(entry))
    return { name, levels: entry.map((level) => ({ name: level, patch: builtInPatch(name, level) })) };
  const levels = Object.entries(entry.levels).map(([level, patch]) => ({ name: level, patch }));
  return entry.only ? { name, only: entry.only, levels } : { name, levels };
}

/** Which combinations of the factors' levels are run: all, or one of these. */
export const designSchema = z.strictObject({
  list: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)))
    .min(1)
    .optional()
    .describe("these combinations alone, each a level of some factors; the others are at their base"),
  one_at_a_time: z.literal(true).optional().describe("the base, and each other level of each factor alone"),
  fraction: z
    .strictObject({
      of: z
        .array(factorNameSchema)
        .min(3)
        .max(10)
        .describe("factors of two levels each; the others are crossed in full"),
      resolution: z
        .number()
        .int()
        .min(3)
        .max(10)
        .describe(
          "3: main effects are aliased with pairs of factors; 4: with none of these; 5: nor are pairs with pairs",
        ),
      generators: z
        .record(z.string(), z.array(z.string()).min(2))
        .optional()
        .describe("which product of the others each generated factor is; absent = chosen, and frozen into the run"),
    })
    .optional()
    .describe("a part of all combinations that still tells main effects apart"),
  max: z
    .number()
    .int()
    .positive()
    .default(500)
    .describe("configurations beyond which a run is refused, with its price"),
});

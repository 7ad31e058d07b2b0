import { z } from "zod";
import type { ArtifactRole, CorpusMapping, LinkRole } from "../../db/ports/corpus.ts";

export const ARTIFACT_ROLES = [
  "test_case",
  "backlog_item",
  "protocol",
  "message",
  "knowledge",
  "other",
] as const satisfies readonly ArtifactRole[];
export const LINK_ROLES = [
  "containment",
  "reference",
  "message_coverage",
  "protocol_coverage",
  "membership",
  "call",
  "inheritance",
] as const satisfies readonly LinkRole[];

/**
 * What a column of a table holds. `attribute` goes to meta under its own name; `left out` goes nowhere; `link` names other
 * records, by a link of the column's name. Columns of steps may repeat over several rows of one record.
 */
export const COLUMN_ROLES = [
  "id",
  "title",
  "text",
  "type",
  "precondition",
  "step",
  "step_data",
  "step_result",
  "requirement",
  "link",
  "function",
  "parent",
  "outcome",
  "time",
  "executed",
  "suite",
  "attribute",
  "left out",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/**
 * The format of `corpus.yaml`. A section that is there is complete: what it does not name takes no part (types become
 * `other`). A section that is absent is guessed. Published as JSON Schema.
 */
export const corpusMappingSchema = z.strictObject({
  name: z.string().min(1).optional().describe("how results call this corpus; default: the folder's name"),
  synthetic: z.boolean().default(false).describe("true when the texts were generated; said wherever results show"),
  description: z.string().min(1).optional().describe("what it is and where it is from"),
  artifactTypes: z
    .record(
      z.string(),
      z.strictObject({
        role: z.enum(ARTIFACT_ROLES),
        subtype: z.string().min(1).optional().describe("of a backlog_item; default: the type's name"),
        fault: z.literal(true).optional().describe("of a backlog_item: reports of faults (bugs, defects, incidents)"),
      }),
    )
    .optional()
    .describe("what each artifact type is; a type that is not named is `other`"),
  linkKinds: z
    .record(
      z.string(),
      z.strictObject({
        role: z.enum(LINK_ROLES),
        inverse: z.boolean().optional().describe("true when the file has the link the other way round"),
      }),
    )
    .optional()
    .describe(
      "what each link kind says, after mapping: containment parent -> child, reference test case -> backlog item, message_coverage test case -> message, protocol_coverage test case -> protocol, membership message -> protocol, call message -> message that it calls, inheritance protocol -> protocol that it inherits from; links of a kind that is not named are kept and take no part",
    ),
  idPatterns: z
    .array(
      z.strictObject({
        role: z.enum(ARTIFACT_ROLES),
        pattern: z
          .string()
          .refine(isRegularExpression, "expected a regular expression (JavaScript, `u` flag)")
          .describe("regular expression without anchors or flags"),
        example: z.string().min(1),
      }),
    )
    .optional()
    .describe("how ids of this corpus look in free text"),
  phrases: z
    .record(
      z.string(),
      z
        .string()
        .regex(
          /^[^{}\n]*\S[^{}\n]* ?\{\}[^{}\n]*$/,
          "expected words with one `{}` in them for the value, such as `of kind {}`",
        )
        .describe("after `tests`: `of kind {}`, `{}` is the value"),
    )
    .optional()
    .describe(
      "how an attribute of test cases reads in a question, by its name; generated scenarios ask about no attribute that neither this nor the usual names of test management say",
    ),
  columns: z
    .record(z.string(), z.enum(COLUMN_ROLES))
    .optional()
    .describe("what the columns of a table hold; only for imports from CSV and spreadsheets, which guess the rest"),
});

/** `corpus.yaml` as it was read: sections may be absent. */
export type CorpusFile = z.output<typeof corpusMappingSchema>;

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** A mapping without members that say nothing, so that equal mappings have equal hashes. */
export function tidyMapping(mapping: CorpusMapping): CorpusMapping {
  return JSON.parse(JSON.stringify(mapping)) as CorpusMapping;
}

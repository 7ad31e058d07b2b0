import { z } from "zod";
import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { Row, Substrate } from "../ports/ports.ts";

/** Artifact type, and kind of knowledge, of a pattern that was mined from reports of faults. */
export const FAULT_PATTERN = "fault_pattern";
/** Artifact type of what is known of all patterns together. */
export const FAULT_PATTERNS = "fault_patterns";
/** Kind of the links from a pattern to its reports. */
export const PATTERN_MEMBER = "pattern_member";

const share = z.number().min(0).max(1);

/** What mining says of a pattern, kept in its `meta`. What a corpus of another origin lacks is empty. */
export const patternFactsSchema = z.object({
  name: z.string().default(""),
  terms: z.array(z.string()).default([]),
  extracts: z.array(z.string()).default([]).describe("the most central sentences of its reports"),
  typical: z.array(z.string()).default([]).describe("ids of the reports nearest to its centre"),
  components: z.array(z.string()).default([]).describe("parts that its reports name, most frequent first"),
  triggers: z
    .array(
      z.object({
        feature: z.string(),
        reports: z.number().int().describe("of the pattern, whose configuration has it"),
        of: z.number().int().describe("reports of the pattern with a configuration"),
        all: z.number().int().describe("of all reports, whose configuration has it"),
        of_all: z.number().int(),
      }),
    )
    .default([])
    .describe("features of configurations that its reports have more often than others, the surest first"),
  agreement: z.number().nullable().default(null).describe("how well it is found again"),
  within: z.number().nullable().default(null).describe("mean cosine distance between its reports"),
  nearest: z.object({ id: z.string(), distance: z.number() }).nullable().default(null).describe("the nearest pattern"),
  place: z.tuple([z.number(), z.number()]).nullable().default(null).describe("on the map"),
});
export type PatternFacts = z.infer<typeof patternFactsSchema>;

/** How reports lie to each other, whatever patterns are made of them. */
export const diagnosticsSchema = z.object({
  variance: z
    .array(z.object({ components: z.number().int(), share }))
    .describe("held by the first principal components"),
  hopkins: share.nullable(),
  neighbours: z
    .object({
      quantiles: z.array(share),
      nearest: z.array(z.number().nullable()),
      fifth: z.array(z.number().nullable()),
    })
    .describe("cosine distance to the nearest other report and to the fifth"),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

/** What is known of all patterns together, kept in the `meta` of an artifact of its own. */
export const miningFactsSchema = z.object({
  pipeline: z.string(),
  reports: z.number().int(),
  apart: z.number().int(),
  diagnostics: diagnosticsSchema.nullable().default(null),
});

/** Patterns of a corpus with their reports by id, the largest first; `mining` is null where the corpus does not say how they were found. */
export const corpusPatternsSchema = z.object({
  mining: miningFactsSchema.nullable(),
  patterns: z.array(
    patternFactsSchema.extend({ id: z.string(), reports: z.array(z.object({ id: z.string(), title: z.string() })) }),
  ),
});
export type CorpusPatterns = z.infer<typeof corpusPatternsSchema>;

/** Null where the corpus has no patterns. */
export async function readCorpusPatterns({ sql }: Pick<Substrate, "sql">): Promise<CorpusPatterns | null> {
  const { rows } = await sql.query<Row & { id: string; type: string; title: string; meta: unknown }>(
    `SELECT entity_id AS id, artifact_type AS type, body->>'title' AS title, body->'meta' AS meta
     FROM raw.current_payload WHERE artifact_type = ANY($1::text[]) ORDER BY entity_id COLLATE "C"`,
    [[FAULT_PATTERN, FAULT_PATTERNS]],
  );
  const own = rows.filter(({ type }) => type === FAULT_PATTERN);
  if (own.length === 0) return null;
  const { rows: members } = await sql.query<Row & { pattern: string; id: string; title: string }>(
    `SELECT l.source_id AS pattern, l.target_id AS id, coalesce(e.name, '') AS title
     FROM raw.current_link l LEFT JOIN core.entity e ON e.entity_id = l.target_id
     WHERE l.kind = $1 ORDER BY l.source_id COLLATE "C", l.target_id COLLATE "C"`,
    [PATTERN_MEMBER],
  );
  const reports = grouped(members, ({ pattern }) => pattern);
  const mining = miningFactsSchema.safeParse(rows.find(({ type }) => type === FAULT_PATTERNS)?.meta);
  const patterns = own.map(({ id, title, meta }): CorpusPatterns["patterns"][number] => {
    const facts = patternFactsSchema.safeParse(meta).data ?? patternFactsSchema.parse({});
    const named = { ...facts, name: facts.name || title };
    return { id, ...named, reports: (reports.get(id) ?? []).map((report) => ({ id: report.id, title: report.title })) };
  });
  patterns.sort((a, b) => b.reports.length - a.reports.length || compareText(a.id, b.id));
  return { mining: mining.data ?? null, patterns };
}

import { z } from "zod";
import type { EnrichmentUsage } from "../ports/substrate-manifest.ts";

const line = (max: number) => z.string().trim().min(1).max(max);

/** What a language model says about one text. Releases and specifications are also read by pattern: where both speak, the pattern wins. */
export const enrichmentSchema = z.strictObject({
  summary: line(400).describe("one or two sentences: what it is about"),
  tags: z.array(line(40)).max(8).describe("topics, lower case, most telling first"),
  component_class: line(60).nullable().describe("kind of component that it concerns, null when the text does not say"),
  release: line(20)
    .nullable()
    .describe("release number that it applies to, such as 16; null when the text does not say"),
  specifications: z.array(line(40)).max(10).describe("specifications that it names, such as TS 38.413"),
});
export type Enrichment = z.infer<typeof enrichmentSchema>;

/** One question to the model: everything it needs, and the form that it must fill in. */
export interface EnrichmentQuestion<T = Enrichment> {
  form: string;
  schema: z.ZodType<T>;
  system: string;
  user: string;
  picture?: SentPicture;
}

/** A picture beside a question, as it is sent. */
export interface SentPicture {
  mediaType: string;
  base64: string;
  /** An estimate. */
  tokens: number;
}

export type EnrichmentAnswer<T = Enrichment> = { usage: EnrichmentUsage } & (
  | { type: "answered"; value: T; servedModel: string }
  | { type: "failed"; reason: string; message: string }
);

/** A language model as the enrichment asks it. Failures are answers; it throws only when the signal is aborted. */
export interface EnrichmentModel<T = Enrichment> {
  /** Provider and model: part of the cache's key. */
  readonly id: string;
  ask(question: EnrichmentQuestion<T>, signal: AbortSignal): Promise<EnrichmentAnswer<T>>;
}

/** Rows of `enrichment.llm_attribute`, each pair once. */
export function attributesOf({
  summary,
  tags,
  component_class,
  release,
  specifications,
}: Enrichment): [string, string][] {
  const pairs: [string, string | null][] = [
    ["summary", summary],
    ...tags.map((tag): [string, string] => ["tag", tag.toLowerCase()]),
    ["component_class", component_class],
    ["release", release],
    ...specifications.map((name): [string, string] => ["specification", name]),
  ];
  const given = pairs.filter((pair): pair is [string, string] => pair[1] !== null);
  return [...new Map(given.map((pair) => [JSON.stringify(pair), pair])).values()];
}

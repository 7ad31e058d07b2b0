import { findIds } from "../../base/ids.ts";
import { compareText } from "../../base/text-order.ts";
import { attributesOf as llmAttributesOf } from "../enrichment/enrichment.ts";
import type { MappedArtifact } from "../ports/corpus-rows.ts";
import { bodyOf, nameOf } from "../ports/entity-text.ts";
import type { Row } from "../ports/ports.ts";
import type { StepContext } from "./context.ts";
import { reconcile } from "./reconcile.ts";

/** Attributes read from name and text by pattern: key -> values, in the form in which they are compared. */
const RULES: Record<string, (text: string) => string[]> = {
  specification: (text) =>
    all(text, /\b(?:TS|TR)\s?\d{2}\.\d{3}\b|\bRFC\s?-?\d{3,5}\b/g).map((value) =>
      value.replace(/^([A-Z]+)\s?-?/, "$1 "),
    ),
  release: (text) =>
    all(text, /\b(?:Release|Rel\.?)[ -]?(\d{1,2}(?:\.\d+)?)\b/gi).map((value) => value.replace(/^\D+/, "")),
  timer: (text) => all(text, /\b[TN]3\d{2,3}\b/g),
  ip_version: (text) => all(text, /\bIPv[46]\b/gi).map((value) => `IPv${value.at(-1)}`),
};

/** Step 2: attributes read by pattern, and those that a language model gave. */
export async function enrich(context: StepContext): Promise<void> {
  const table = "enrichment.regex_attribute";
  const rows = attributeRows(context);
  await reconcile(context.sql, { table, key: ["entity_id", "key", "value"], values: [], rows }, context.log);
  await storeLlmAttributes(context);
}

/** What a language model said, into its own table: `enrichment.attribute` prefers the patterns, `enrichment.conflict` shows where they differ. */
async function storeLlmAttributes({ sql, enrichment, log }: StepContext): Promise<void> {
  const rows = [...(enrichment?.values ?? [])].flatMap(([entity_id, value]) =>
    llmAttributesOf(value).map(([key, text]) => ({ entity_id, key, value: text, model: enrichment!.model })),
  );
  const table = "enrichment.llm_attribute";
  await reconcile(sql, { table, key: ["entity_id", "key", "value"], values: ["model"], rows }, log);
}

function* attributeRows(context: StepContext): Generator<Row> {
  const { rows, progress } = context;
  let done = 0;
  for (const artifact of rows.artifacts) {
    for (const [key, value] of attributesOf(artifact, context)) yield { entity_id: artifact.id, key, value };
    if (++done % 1000 === 0) progress("enrich", done, rows.byId.size);
  }
}

function attributesOf(artifact: MappedArtifact, context: StepContext): [key: string, value: string][] {
  const text = `${nameOf(artifact)}\n${bodyOf(artifact)}`;
  const values = Object.entries(RULES).flatMap(([key, rule]) =>
    rule(text).map((value): [string, string] => [key, value]),
  );
  for (const id of findIds(text, context.corpus.mapping.idPatterns))
    if (id !== artifact.id) values.push(["mentioned_id", id]);
  return [...new Map(values.map((pair) => [JSON.stringify(pair), pair])).values()].sort(
    ([a, x], [b, y]) => compareText(a, b) || compareText(x, y),
  );
}

function all(text: string, pattern: RegExp): string[] {
  return [...(text.match(pattern) ?? [])];
}

import { z } from "zod";
import { TOOLS } from "../../../agent/tools/registry.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { configSchema } from "../../record/config/schema.ts";
import { baselineRecordSchema } from "../../record/domain/baseline-record.ts";
import { scoreRecordSchema } from "../../record/domain/records.ts";
import { STAGE_NAMES } from "../../record/run-directory/graph.ts";
import { manifestSchema } from "../../record/run-directory/manifest.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { RECORD_SCHEMAS } from "../../record/run-directory/records.ts";

/**
 * Words that a run's records are made of: keys and fixed values of every schema, stages, tools, files, and what names a scenario or an
 * item. A model may be called by one of them (`planner` is a role, too): such a name is replaced where it is a name, and not in texts.
 */
export function vocabularyOf(scenarios: readonly Scenario[], ids: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>([...STAGE_NAMES, ...Object.keys(TOOLS), ...Object.values(RUN_PATHS), ...ids]);
  for (const { id, family, complexity } of scenarios) for (const word of [id, family, complexity]) words.add(word);
  const schemas = [
    configSchema,
    manifestSchema,
    baselineRecordSchema,
    scoreRecordSchema,
    ...Object.values(RECORD_SCHEMAS),
  ];
  for (const schema of schemas) addWords(z.toJSONSchema(schema, { unrepresentable: "any" }), words);
  return words;
}

/** Of a JSON Schema, at any depth. */
function addWords(schema: unknown, words: Set<string>): void {
  if (typeof schema !== "object" || schema === null) return;
  const { enum: values, const: value, properties } = schema as Record<string, unknown>;
  for (const word of [value, ...(Array.isArray(values) ? values : [])]) if (typeof word === "string") words.add(word);
  for (const key of Object.keys(properties ?? {})) words.add(key);
  for (const part of Object.values(schema)) addWords(part, words);
}

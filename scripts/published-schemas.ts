import { z } from "zod";
import { externalAgentAnswerSchema, externalAgentRequestSchema } from "../agent/external-agents/exchange.ts";
import { offlineAnswerSchema } from "../harness/judge/offline/store.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import {
  concurrencyRecordSchema,
  executionRecordSchema,
  extractionSchema,
  judgementSchema,
  metaVerdictSchema,
  probeReadingSchema,
  scoreRecordSchema,
  spentRecordSchema,
  verdictSchema,
} from "../harness/record/domain/records.ts";
import { groups } from "../harness/results/analyses/groups.ts";
import { ANALYSES } from "../harness/results/analyses/registry.ts";
import { corpusMappingSchema } from "../import/folder/mapping.ts";
import { scenarioSetSchema } from "../scenarios/set/schema.ts";

const SCHEMAS: Record<string, z.ZodType> = {
  bench: configSchema,
  corpus: corpusMappingSchema,
  scenarios: scenarioSetSchema,
  execution: executionRecordSchema,
  extraction: extractionSchema,
  judgement: judgementSchema,
  verdict: verdictSchema,
  "meta-verdict": metaVerdictSchema,
  "probe-reading": probeReadingSchema,
  "packet-answer": offlineAnswerSchema,
  score: scoreRecordSchema,
  concurrency: concurrencyRecordSchema,
  spent: spentRecordSchema,
  "external-agent-request": externalAgentRequestSchema,
  "external-agent-answer": externalAgentAnswerSchema,
};

/** File name -> JSON Schema text, for editors and for readers of run directories. */
export function publishedSchemas(): Record<string, string> {
  const results = [...ANALYSES, groups].map(({ name, schema }): [string, string] => [
    `metrics/${name}.schema.json`,
    textOf(z.toJSONSchema(schema)),
  ]);
  const others = Object.entries(SCHEMAS).map(([name, schema]): [string, string] => [
    `${name}.schema.json`,
    textOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })),
  ]);
  return Object.fromEntries([...others, ...results]);
}

function textOf(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

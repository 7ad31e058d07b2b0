import { z } from "zod";
import { hashOf } from "../../../../base/hash.ts";
import type { Score } from "../../../record/domain/records.ts";
import { beginsAs, foreignExecution, foreignProvenance, readForeignJson, refuseTwice } from "./outside.ts";
import { type RunSource, roundScore } from "./run-source.ts";

const valueSchema = z.union([z.number(), z.string(), z.boolean(), z.null(), z.looseObject({}), z.array(z.unknown())]);
const sampleSchema = z.object({
  id: z.union([z.string(), z.number()]),
  epoch: z.number().int(),
  input: z.unknown(),
  target: z.unknown(),
  scores: z.record(z.string(), z.object({ value: valueSchema })).nullish(),
  error: z.object({ message: z.string() }).nullish(),
  total_time: z.number().nullish(),
});
const logSchema = z.object({
  version: z.literal(2),
  eval: z.object({ eval_id: z.string().default(""), created: z.string(), task: z.string(), model: z.string() }),
  samples: z.array(sampleSchema).min(1),
});
type Sample = z.infer<typeof sampleSchema>;

/** True for a JSON file that begins as logs of Inspect AI do. */
export function isInspectLog(path: string): Promise<boolean> {
  return beginsAs(path, /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"/);
}

/**
 * A log that Inspect AI wrote (JSON, version 2): a sample's epoch is an execution, a scorer a metric where more is
 * better. Letters count as Inspect counts them (C 1, P 0.5, I and N 0); a sample that ended in an error, and a score that
 * is no number, are unscored. All samples belong to one configuration, so logs of two models can be compared.
 * @throws UserError `input` naming what does not fit.
 */
export async function readInspectSource(path: string): Promise<RunSource> {
  const { eval: spec, samples } = await readForeignJson(path, logSchema, {
    what: "a log of Inspect AI with samples, version 2",
    hint: "inspect log convert --to json makes one of an .eval file; log_samples must have been on",
  });
  const metrics = [...new Set(samples.flatMap(({ scores }) => Object.keys(scores ?? {})))];
  const executions = samples.map((sample) => describeSample(sample, metrics));
  refuseTwice(path, executions);
  return {
    kind: "inspect",
    label: path,
    provenance: foreignProvenance("inspect", {
      run_id: spec.eval_id || spec.task,
      created_at: spec.created,
      scenarios: Object.fromEntries(samples.map(({ id, input, target }) => [String(id), hashOf([input, target])])),
      metrics,
      seconds: samples.flatMap(({ total_time }) => total_time ?? []),
    }),
    executions,
    notes: [
      `${spec.task} with ${spec.model}, read from a log of Inspect AI: its messages, tool calls and ranked lists are not used`,
    ],
  };
}

function describeSample(sample: Sample, metrics: readonly string[]): RunSource["executions"][number] {
  const { id, epoch, scores, error } = sample;
  const score = (metric: string): Score =>
    error ? { value: null, reason: "sample_error" } : roundScore(numberOf(scores?.[metric]?.value));
  return foreignExecution({
    name: `${id}__${epoch - 1}`,
    scenario: String(id),
    outcome: error ? "agent_error" : "success",
    scores: Object.fromEntries(metrics.map((metric) => [metric, score(metric)])),
  });
}

const LETTERS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

function numberOf(value: z.infer<typeof valueSchema> | undefined): Score {
  if (value === undefined) return { value: null, reason: "not_scored" };
  const number = typeof value === "boolean" ? Number(value) : typeof value === "string" ? LETTERS[value] : value;
  return typeof number === "number" ? { value: number } : { value: null, reason: "not_a_number" };
}

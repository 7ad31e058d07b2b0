import { z } from "zod";
import { countOf } from "../../../../base/counts.ts";
import { grouped } from "../../../../base/grouped.ts";
import { hashOf } from "../../../../base/hash.ts";
import { tallied } from "../tallied.ts";
import { beginsAs, foreignExecution, foreignProvenance, readForeignJson } from "./outside.ts";
import { type RunSource, roundScore, type SourceExecution } from "./run-source.ts";

const resultSchema = z.looseObject({
  provider: z.object({ id: z.string(), label: z.string().nullish() }),
  promptIdx: z.number().int(),
  vars: z.record(z.string(), z.unknown()).default({}),
  testCase: z.looseObject({ description: z.string().nullish(), assert: z.unknown() }).nullish(),
  success: z.boolean(),
  score: z.number(),
  /** 2: the provider or an assertion broke, rather than said no. */
  failureReason: z.number().nullish(),
  namedScores: z.record(z.string(), z.number()).nullish(),
  latencyMs: z.number().nullish(),
  cost: z.number().nullish(),
});
const fileSchema = z.object({
  evalId: z.string().nullish(),
  results: z.object({ version: z.literal(3), timestamp: z.string(), results: z.array(resultSchema).min(1) }),
});
type Result = z.infer<typeof resultSchema>;

/** What promptfoo writes into a result and its test, as far as it is not read; any other name may be one of those that are, misspelt. */
const NOT_USED = {
  result:
    "id description testIdx promptId prompt response error gradingResult metadata tokenUsage evalId createdAt updatedAt persisted pluginId",
  testCase: "vars options provider providers providerOutput prompts assertScoringFunction threshold metadata",
};

/** What every result has; an assertion's `metric` of one of these names is left out. */
const OWN = ["pass", "score"];

export function isPromptfooFile(path: string): Promise<boolean> {
  return beginsAs(path, /^\s*\{\s*("evalId"\s*:\s*("[^"]*"|null)\s*,\s*)?"results"\s*:\s*\{\s*"version"\s*:/);
}

/**
 * Results of promptfoo (`promptfoo eval -o results.json`, version 3). A test is what it asks and asserts, whatever its
 * place; its repeats are executions. Metrics: `pass`, `score` and the named scores; an error is unscored. A file of one
 * provider and prompt is one configuration whatever their names, so that two can be compared; otherwise each is one.
 * @throws UserError `input` naming what does not fit.
 */
export async function readPromptfooSource(path: string): Promise<RunSource> {
  const { evalId, results: summary } = await readForeignJson(path, fileSchema, {
    what: "a file of promptfoo's results, version 3",
    hint: "promptfoo eval -o results.json writes one; promptfoo export converts an older one",
  });
  const { results } = summary;
  const single = new Set(results.map(configurationOf)).size === 1;
  const metrics = [...OWN, ...new Set(results.flatMap(({ namedScores }) => Object.keys(namedScores ?? {})))];
  const costs = results.map(({ cost }) => cost ?? null);
  const cells = grouped(results, (result) => `${single ? "run" : configurationOf(result)}__${scenarioOf(result)}`);
  return {
    kind: "promptfoo",
    label: path,
    provenance: foreignProvenance("promptfoo", {
      run_id: evalId ?? "eval",
      created_at: summary.timestamp,
      scenarios: Object.fromEntries(results.map((result) => [scenarioOf(result), hashOfTest(result)])),
      metrics: [...new Set(metrics)],
      seconds: results.flatMap(({ latencyMs }) => (latencyMs == null ? [] : latencyMs / 1000)),
      cost_usd: costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
    }),
    executions: [...cells].flatMap(([cell, repeats]) =>
      repeats.map((result, repeat) => describeResult(result, { name: `${cell}__${repeat}`, single, metrics })),
    ),
    notes: [
      "read from results of promptfoo: its outputs, reasons of graders, tokens, ratings by people and ranked lists are not used",
      ...sayUnknown(results),
      ...sayCut(results),
    ],
  };
}

function sayUnknown(results: readonly Result[]): string[] {
  const known = {
    result: [...Object.keys(resultSchema.shape), ...NOT_USED.result.split(" ")],
    testCase: ["description", "assert", ...NOT_USED.testCase.split(" ")],
  };
  const unknown = results.flatMap(({ testCase, ...result }) => [
    ...Object.keys(result).filter((name) => !known.result.includes(name)),
    ...Object.keys(testCase ?? {}).flatMap((name) => (known.testCase.includes(name) ? [] : [`testCase.${name}`])),
  ]);
  if (unknown.length === 0) return [];
  const names = Object.entries(tallied(unknown)).slice(0, MOST_NAMED);
  return [`of unknown meaning, and not read: ${names.map(([name, count]) => `${name} (${count})`).join(", ")}`];
}

const MOST_NAMED = 10;

/** Of a description, in a scenario's name. */
const NAME_CHARACTERS = 40;

function sayCut(results: readonly Result[]): string[] {
  const cut = results.filter(({ testCase }) => (testCase?.description ?? "").length > NAME_CHARACTERS);
  return cut.length === 0
    ? []
    : [
        `${countOf(cut.length, "result has a description", "results have descriptions")} of more than ${NAME_CHARACTERS} characters, cut in names`,
      ];
}

interface Place {
  name: string;
  single: boolean;
  metrics: readonly string[];
}

function describeResult(result: Result, { name, single, metrics }: Place): SourceExecution {
  const failed = result.failureReason === 2;
  const values: Record<string, number> = {
    ...result.namedScores,
    pass: Number(result.success),
    score: result.score,
  };
  const score = (metric: string) => {
    const value = values[metric];
    if (failed) return { value: null, reason: "test_error" };
    return value === undefined ? { value: null, reason: "not_scored" } : roundScore({ value });
  };
  return foreignExecution({
    name,
    scenario: scenarioOf(result),
    ...(!single && { configuration: configurationOf(result) }),
    outcome: failed ? "agent_error" : "success",
    scores: Object.fromEntries(metrics.map((metric) => [metric, score(metric)])),
  });
}

function configurationOf({ provider, promptIdx }: Result): string {
  return `${provider.label || provider.id} prompt ${promptIdx + 1}`;
}

/** Its place in the file is no name: it shifts when a test is put before it. */
function scenarioOf(result: Result): string {
  return `${(result.testCase?.description || "test").slice(0, NAME_CHARACTERS)} ${hashOfTest(result).slice(0, 8)}`;
}

function hashOfTest({ vars, testCase }: Result): string {
  return hashOf([vars, testCase?.assert ?? null]);
}

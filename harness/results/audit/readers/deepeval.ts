import { z } from "zod";
import { isObject } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile, AuditedScore } from "../audited.ts";
import { type AuditReader, plainText, type ResultsFile } from "../results-file.ts";

const metricSchema = z.looseObject({
  name: z.string(),
  score: z.number().nullish(),
  success: z.boolean().nullish(),
  threshold: z.number().nullish(),
  reason: z.string().nullish(),
  error: z.string().nullish(),
});
const runSchema = z.looseObject({
  testCases: z.array(
    z.looseObject({
      name: z.string(),
      input: z.unknown(),
      expectedOutput: z.unknown(),
      actualOutput: z.unknown(),
      success: z.boolean().nullish(),
      metricsData: z.array(metricSchema).nullish(),
    }),
  ),
});

export const deepevalReader: AuditReader = {
  tool: "DeepEval",
  file: "`test_run_*.json` of a `results_folder`",
  versions: "the file states none; written as by 4",
  knows: ({ json }) => isObject(json) && "testCases" in json && "metricsScores" in json,
  read: readDeepeval,
};

/** Test cases of a run, by single turns. */
function readDeepeval({ json, name }: ResultsFile): AuditedFile {
  const { testCases } = fitForeign(name, json, {
    schema: runSchema,
    what: "a test run of DeepEval",
    hint: "DisplayConfig(results_folder=...) writes one",
  });
  const rows = testCases.map((test) => {
    const metrics = test.metricsData ?? [];
    const failed = metrics.length > 0 && metrics.every(({ error }) => error != null);
    return {
      ...{ name: test.name, item: test.name, system: name },
      ...{ question: plainText(test.input), target: plainText(test.expectedOutput) },
      answer: test.actualOutput == null ? null : plainText(test.actualOutput),
      error: failed ? metrics[0]!.error! : null,
      scores: Object.fromEntries(metrics.map((metric) => [metric.name, scoreOf(metric)])),
      unchecked: test.success === true && metrics.length === 0,
    };
  });
  return { name, tool: "DeepEval", version: null, expected: null, rows };
}

function scoreOf({ score, success, threshold, reason }: z.infer<typeof metricSchema>): AuditedScore {
  return { value: score ?? null, reason: reason ?? null, passed: success ?? null, threshold: threshold ?? null };
}

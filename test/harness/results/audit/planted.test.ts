import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditResults } from "../../../../harness/results/audit/audit.ts";
import { AUDIT_READERS } from "../../../../harness/results/audit/readers/registry.ts";
import { AUDIT_RULES, FAILURE_CONVENTION } from "../../../../harness/results/audit/rules.ts";

const INPUT = resolve("test/input/audit");
const SAMPLES = "samples_capitals_2026-11-27T13-20-45.753650.jsonl";
let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-audit-"));
  await cp(INPUT, cwd, { recursive: true });
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Nothing is wrong with these: written by the tool itself, or by its description (Harbor, Langfuse). */
const CLEAN = {
  inspect: "inspect-clean.json",
  promptfoo: "promptfoo-good.json",
  lmEval: "lm-eval/clean",
  harbor: "harbor/clean",
  deepeval: "deepeval/clean.json",
  ragas: "ragas/clean.jsonl",
  langsmith: "langsmith/clean.csv",
  langfuse: "langfuse/clean.json",
  phoenix: "phoenix/clean.json",
  braintrust: "braintrust/clean.jsonl",
  nuggets: "nuggets/clean.jsonl",
  trec: "trec/clean.run",
  csv: "csv/clean.csv",
} as const;

/** Where a fault is planted, when that is not the file that is read. */
const PLACE: Partial<Record<string, string>> = {
  lmEval: `lm-eval/clean/${SAMPLES}`,
  harbor: "harbor/clean/hello-world__1/result.json",
};

const found = async (path: string) => {
  const { findings } = await auditResults([path], cwd);
  return findings.map(({ rule }) => rule);
};

describe("files that tools wrote and where nothing is wrong", () => {
  it.each([...Object.values(CLEAN), "ragas/clean.csv", "ragas/clean.json", "phoenix/clean.csv"])(
    "%s has no finding",
    async (path) => expect(await found(path)).toEqual([]),
  );

  it("are of every reader", async () => {
    const audits = await Promise.all(Object.values(CLEAN).map((path) => auditResults([path], cwd)));
    expect(audits.flatMap(({ files }) => files.map(({ tool }) => tool))).toEqual(AUDIT_READERS.map(({ tool }) => tool));
  });
});

it.each([
  ["lm-eval/twice", ["asked twice"]],
  ["deepeval/twice.json", ["asked twice"]],
  ["ragas/twice.csv", ["asked twice"]],
  ["langsmith/twice.csv", ["asked twice"]],
  ["phoenix/twice.json", ["asked twice"]],
  ["braintrust/twice.jsonl", ["asked twice"]],
  ["deepeval/conflict.json", ["one question, two targets"]],
  ["ragas/conflict.csv", ["one question, two targets"]],
  ["langsmith/conflict.csv", ["one question, two targets"]],
  ["phoenix/conflict.json", ["one question, two targets"]],
  ["braintrust/conflict.jsonl", ["one question, two targets"]],
  ["deepeval/failed.json", ["left out after a failure"]],
  ["ragas/failed.csv", ["unscored beside others"]],
  ["langsmith/failed.csv", ["zero for a failure"]],
  ["phoenix/failed.json", ["zero for a failure"]],
  ["braintrust/failed.jsonl", ["left out after a failure"]],
  ["phoenix/repeats.json", ["repeats flip"]],
  ["phoenix/repeats.csv", ["repeats flip"]],
])("%s, as the tool wrote what went wrong: %j", async (path, rules) => expect(await found(path)).toEqual(rules));

// biome-ignore lint/suspicious/noExplicitAny: other tools' JSON, of which each plant knows its own part
type Json = any;
type Plant = [tool: keyof typeof CLEAN, rule: string, plant: (json: Json) => void];

const again = (list: Json[]) => list.push(structuredClone(list[0]));
const error = { message: "down" };
const score = (metric: Json) => (row: Json) => row.scores[metric];
const qa = score("model_graded_qa");

/** In JSON, one value or a list of lines. */
const JSON_PLANTS: Plant[] = [
  ["inspect", "never ran", ({ samples }) => samples.pop()],
  ["inspect", "recorded twice", ({ samples }) => again(samples)],
  ["inspect", "verdict against its reason", ({ samples }) => Object.assign(qa(samples[0]), { value: "I" })],
  [
    "inspect",
    "judge not understood",
    ({ samples }) => Object.assign(qa(samples[0]), { value: "I", explanation: "Grade not found in model output: so" }),
  ],
  [
    "inspect",
    "zero for a failure",
    ({ samples }) => {
      Object.assign(samples[0], { error });
      Object.assign(qa(samples[0]), { value: 0, explanation: "" });
    },
  ],
  [
    "inspect",
    "failure counts as zero",
    ({ samples }) => {
      Object.assign(samples[0], { error });
      for (const one of Object.values<Json>(samples[0].scores))
        Object.assign(one, { value: 0, explanation: FAILURE_CONVENTION });
    },
  ],
  ["inspect", "asked twice", ({ samples }) => Object.assign(samples[1], { ...samples[0], id: "s1" })],
  ["inspect", "unscored beside others", ({ samples }) => Object.assign(qa(samples[0]), { value: null })],
  ["inspect", "left out after a failure", ({ samples }) => Object.assign(samples[0], { error, scores: {} })],
  ["promptfoo", "passed unchecked", ({ results }) => Object.assign(results.results[0].testCase, { assert: [] })],
  [
    "promptfoo",
    "zero for a failure",
    ({ results }) => Object.assign(results.results[0], { score: 0, success: false, failureReason: 2 }),
  ],
  [
    "promptfoo",
    "judge not understood",
    ({ results }) =>
      Object.assign(results.results[0].gradingResult, { reason: "Could not extract JSON from llm-rubric response" }),
  ],
  ["lmEval", "never ran", (lines) => lines.pop()],
  [
    "lmEval",
    "shown before it is asked",
    (lines) => {
      for (const request of Object.values<Json>(lines[0].arguments))
        request.arg_0 = `${request.arg_0} Paris\n\n${request.arg_0}`;
    },
  ],
  ["lmEval", "unscored beside others", (lines) => Object.assign(lines[0], { acc: null })],
  [
    "harbor",
    "zero for a failure",
    (trial) =>
      Object.assign(trial, {
        exception_info: { exception_type: "SandboxBuildFailedError", exception_message: "no disk" },
        reward_valid: false,
      }),
  ],
  ["harbor", "left out after a failure", (trial) => Object.assign(trial, { verifier_result: null })],
  ["harbor", "repeats flip", (trial) => Object.assign(trial.verifier_result.rewards, { reward: 1 })],
  ["deepeval", "passed unchecked", ({ testCases }) => Object.assign(testCases[0], { metricsData: [] })],
  [
    "deepeval",
    "verdict against its score",
    ({ testCases }) => Object.assign(testCases[0].metricsData[0], { score: 0.2 }),
  ],
  [
    "deepeval",
    "judge not understood",
    ({ testCases }) =>
      Object.assign(testCases[0].metricsData[0], {
        reason: "Evaluation LLM outputted an invalid JSON. Please use a better evaluation model.",
      }),
  ],
  ["deepeval", "recorded twice", ({ testCases }) => again(testCases)],
  [
    "deepeval",
    "no results",
    ({ testCases }) => {
      for (const { metricsData } of testCases)
        for (const metric of metricsData) Object.assign(metric, { score: null, error: "down" });
    },
  ],
  [
    "deepeval",
    "unscored beside others",
    ({ testCases }) => Object.assign(testCases[0].metricsData[0], { score: null }),
  ],
  ["ragas", "unscored beside others", (lines) => Object.assign(lines[0], { exact_match: null })],
  ["ragas", "asked twice", (lines) => again(lines)],
  ["ragas", "one question, two targets", (lines) => Object.assign(lines[0], { user_input: lines[1].user_input })],
  [
    "ragas",
    "no results",
    (lines) => {
      for (const line of lines) Object.assign(line, { exact_match: null, id_based_context_recall: null });
    },
  ],
  ["langfuse", "zero for a failure", ({ data }) => Object.assign(data[2], { level: "ERROR" })],
  [
    "langfuse",
    "verdict against its reason",
    ({ data }) => Object.assign(data[0].scores[0], { comment: "Not the same. Verdict: incorrect." }),
  ],
  ["langfuse", "left out after a failure", ({ data }) => Object.assign(data[0], { level: "ERROR", scores: [] })],
  ["phoenix", "zero for a failure", (runs) => Object.assign(runs[2], { error: "timeout" })],
  ["phoenix", "left out after a failure", (runs) => Object.assign(runs[2], { error: "timeout", annotations: [] })],
  ["phoenix", "recorded twice", (runs) => again(runs)],
  [
    "phoenix",
    "repeats flip",
    (runs) =>
      runs.push({ ...runs[0], repetition_number: 2, output: "Lyon", annotations: [{ name: "exact", score: 0 }] }),
  ],
  ["phoenix", "unscored beside others", (runs) => Object.assign(runs[0], { annotations: [] })],
  ["braintrust", "left out after a failure", (lines) => Object.assign(lines[0], { error: "down", scores: {} })],
  ["braintrust", "one question, two targets", (lines) => Object.assign(lines[0], { input: lines[1].input })],
  ["braintrust", "unscored beside others", (lines) => Object.assign(lines[0], { scores: {} })],
  ["nuggets", "unscored beside others", (lines) => Object.assign(lines[0].nuggets[0], { assignment: "failed" })],
  ["nuggets", "recorded twice", (lines) => again(lines)],
  ["nuggets", "one question, two targets", (lines) => Object.assign(lines[0], { query: lines[1].query })],
];

const edit = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

/** In tables and runs, as text. */
const TEXT_PLANTS: [tool: keyof typeof CLEAN, rule: string, plant: (text: string) => string][] = [
  ["langsmith", "zero for a failure", edit("Quito,,Lima", "Quito,down,Lima")],
  ["langsmith", "left out after a failure", edit("Paris,,Paris,1.0", "Paris,down,Paris,")],
  ["langsmith", "one question, two targets", edit("capital of France", "capital of Italy")],
  ["trec", "never ran", edit(/^q3 .*\n/gm, "")],
  ["trec", "returned twice", (text) => `${text}q1 Q0 d1 9 0.1 bm25\n`],
  ["trec", "ties decide", edit("0.5", "0.9")],
  ["csv", "leaks between splits", edit(",test,1", ",train,1")],
  ["csv", "one answer, two grades", edit(",test,1", ",test,0")],
  ["csv", "repeats flip", edit("Paris,Paris,,,europe,test,1", "Paris,Lyon,,,europe,test,0")],
  ["csv", "recorded twice", (text) => `${text}${text.split("\n").at(1)}\n`],
  ["csv", "zero for a failure", edit("Quito,,", "Quito,timeout,")],
];

describe("one fault planted in a clean file is found, and nothing else", () => {
  it("there are 40 and more, of every rule", () => {
    const plants = [...JSON_PLANTS, ...TEXT_PLANTS];
    expect(plants.length).toBeGreaterThanOrEqual(40);
    const rules = new Set(plants.map(([, rule]) => rule));
    expect(Object.keys(AUDIT_RULES).filter((rule) => !rules.has(rule))).toEqual([]);
    expect(new Set(plants.map(([tool]) => tool))).toEqual(new Set(Object.keys(CLEAN)));
  });

  it.each(JSON_PLANTS)("%s: %s", async (tool, rule, plant) => {
    await planted(tool, rule, (text) => {
      const lines = text.trim().split("\n");
      const isLines = lines.length > 1 && lines.every((line) => line.startsWith("{") && line.endsWith("}"));
      const json: Json = isLines ? lines.map((line) => JSON.parse(line)) : JSON.parse(text);
      plant(json);
      return isLines ? json.map((line: Json) => JSON.stringify(line)).join("\n") : JSON.stringify(json);
    });
  });

  it.each(TEXT_PLANTS)("%s: %s", (tool, rule, plant) => planted(tool, rule, plant));
});

async function planted(tool: keyof typeof CLEAN, rule: string, change: (text: string) => string) {
  const place = join(cwd, PLACE[tool] ?? CLEAN[tool]);
  const before = await readFile(place, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(place, after);
  try {
    expect(await found(CLEAN[tool])).toEqual([rule]);
  } finally {
    await writeFile(place, before);
  }
}

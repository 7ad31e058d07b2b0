import { readJsonLines } from "../../db/base/json-lines.ts";
import { executionName } from "../../harness/domain/names.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../../harness/domain/records.ts";
import { runPath } from "../../harness/run-directory/paths.ts";
import type { Scenario } from "../../scenarios/schema.ts";
import { readScenarioSet } from "../../scenarios/set-file.ts";

/** The raw records of one execution. */
interface Raw {
  scenario: Scenario;
  record: ExecutionRecord;
  extraction: Extraction | undefined;
  verdict: Verdict | undefined;
}

/** Metrics by their definition, written again from the records; null where there is no number. */
const FORMULAS: Record<string, (raw: Raw) => number | null> = {
  pass: ({ record, verdict }) =>
    verdict?.judgement ? Number(verdict.judgement.status === "pass") : record.outcome === "success" ? null : 0,
  "recall@10": (raw) => ranked(raw, (hits, expected) => hits.slice(0, 10).filter(Boolean).length / expected),
  "recall@5": (raw) => ranked(raw, (hits, expected) => hits.slice(0, 5).filter(Boolean).length / expected),
  "precision@5": (raw) => ranked(raw, (hits) => hits.slice(0, 5).filter(Boolean).length / 5),
  "mrr@10": (raw) => ranked(raw, (hits) => 1 / (hits.slice(0, 10).indexOf(true) + 1 || Infinity)),
  "ndcg@10": (raw) =>
    ranked(raw, (hits, expected) => gain(hits.slice(0, 10)) / gain(Array(Math.min(10, expected)).fill(true))),
  tool_calls: ({ extraction }) => extraction?.tool_calls.length ?? null,
  tool_errors: ({ extraction }) => extraction?.tool_calls.filter(({ status }) => status === "error").length ?? null,
  tokens_in: ({ extraction }) => extraction?.tokens_in ?? null,
  tokens_out: ({ extraction }) => extraction?.tokens_out ?? null,
  overall_score: ({ verdict }) => verdict?.judgement?.overall_score ?? null,
  completeness: ({ verdict }) => verdict?.judgement?.quality.completeness.score ?? null,
  relevance: ({ verdict }) => verdict?.judgement?.quality.relevance.score ?? null,
  coherence: ({ verdict }) => verdict?.judgement?.quality.coherence.score ?? null,
  abstention_correct: ({ scenario, record, extraction }) =>
    scenario.answerable || record.outcome !== "success" || !extraction ? null : Number(extraction.abstained),
  retrieved_unreported: (raw) => expectedIds(raw, (retrieved, reported) => retrieved && !reported),
  retrieved_reported: (raw) => expectedIds(raw, (retrieved, reported) => retrieved && reported),
  unretrieved_unreported: (raw) => expectedIds(raw, (retrieved, reported) => !retrieved && !reported),
};

export const RECOMPUTED: readonly string[] = Object.keys(FORMULAS);

function ranked(raw: Raw, score: (hits: boolean[], expected: number) => number): number | null {
  const { scenario, record, extraction } = raw;
  if (!scenario.answerable) return null;
  if (record.outcome !== "success") return 0;
  if (!extraction) return null;
  const expected = new Set(scenario.expected_ids);
  return score(
    [...new Set(extraction.ranked_ids)].map((id) => expected.has(id)),
    expected.size,
  );
}

function gain(hits: readonly boolean[]): number {
  return hits.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0);
}

function expectedIds(
  { scenario, extraction }: Raw,
  counts: (retrieved: boolean, reported: boolean) => boolean,
): number | null {
  if (!scenario.answerable || !extraction) return null;
  const results = extraction.tool_calls
    .filter(({ status }) => status === "success")
    .map(({ result, preview }) => result ?? preview);
  const seen = results.join("\n");
  return scenario.expected_ids.filter((id) => counts(seen.includes(id), extraction.final_text.includes(id))).length;
}

export type Recompute = (given: { names: readonly string[]; metric: string; of: string }) => number | null;

/** Reads a run's raw records once; gives what an aggregate over some executions must be. */
export async function recomputeFrom(run: string): Promise<Recompute> {
  const { scenarios } = await readScenarioSet(runPath(run, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const read = async <T extends Parameters<typeof executionName>[0]>(
    part: "rawOutput" | "extractions" | "verdicts",
    file: string,
  ) => new Map((await readJsonLines<T>(runPath(run, part, file))).map((entry) => [executionName(entry), entry]));
  const raws = new Map<string, Raw>();
  const { readdir } = await import("node:fs/promises");
  for (const file of await readdir(runPath(run, "rawOutput"))) {
    const extractions = await read<Extraction>("extractions", file);
    const verdicts = await read<Verdict>("verdicts", file);
    for (const [name, record] of await read<ExecutionRecord>("rawOutput", file)) {
      const scenario = byId.get(record.scenario_id)!;
      raws.set(name, { scenario, record, extraction: extractions.get(name), verdict: verdicts.get(name) });
    }
  }
  return ({ names, metric, of }) => {
    const values = names.flatMap((name) => {
      const raw = raws.get(name);
      const value = raw ? FORMULAS[metric]!(raw) : null;
      return value === null ? [] : [{ value, scenario: raw!.scenario.id }];
    });
    return aggregate(values, of);
  };
}

function aggregate(values: readonly { value: number; scenario: string }[], of: string): number | null {
  if (values.length === 0) return null;
  const numbers = values.map(({ value }) => value).sort((a, b) => a - b);
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  if (of === "sum") return numbers.reduce((sum, value) => sum + value, 0);
  if (of === "median")
    return mean([numbers[Math.ceil(numbers.length / 2) - 1]!, numbers[Math.floor(numbers.length / 2)]!]);
  if (of === "mean") return mean(numbers);
  const scenarios = [...new Set(values.map(({ scenario }) => scenario))];
  return mean(scenarios.map((id) => mean(values.filter(({ scenario }) => scenario === id).map(({ value }) => value))));
}

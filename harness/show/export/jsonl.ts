import { configurationsOf } from "../../record/config/matrix.ts";
import { guardedText } from "../../record/domain/guarded.ts";
import { executionName, keyOf } from "../../record/domain/names.ts";
import type { Extraction, ScoreRecord, Verdict } from "../../record/domain/records.ts";
import { readRecords, streamRecords } from "../../record/run-directory/records.ts";
import { scoresByName } from "../../record/run-directory/scores.ts";
import type { ExportFormat } from "./format.ts";

export const jsonlFormat: ExportFormat = {
  name: "jsonl",
  about: "a line an execution: question, truth, answer, ranked list, verdict, scores; without traces",
  async *files({ runDirectory, config, scenarios }) {
    const scores = await scoresByName(runDirectory);
    const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
    const lines: string[] = [];
    for (const configuration of configurationsOf(config)) {
      const verdicts = await readRecords({ runDirectory, part: "verdicts", configuration });
      const byName = new Map(verdicts.map((verdict) => [executionName(verdict), verdict]));
      for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration })) {
        const name = executionName(extraction);
        const { turns = [], expected_ids = [], expected_entities = [] } = byId.get(extraction.scenario_id) ?? {};
        const line = describe(extraction, scores.get(name), byName.get(name));
        lines.push(`${JSON.stringify({ ...line, turns, expected_ids, expected_entities })}\n`);
      }
    }
    yield { path: "executions.jsonl", content: lines.join("") };
  },
};

function describe(extraction: Extraction, record: ScoreRecord | undefined, verdict: Verdict | undefined) {
  const { final_text, ranked_ids, abstained, tokens_in, tokens_out, served_models, tool_calls } = extraction;
  const scores = record?.scores ?? {};
  const values = Object.entries(scores).map(([metric, { value }]) => [metric, value]);
  const reasons = Object.entries(scores).flatMap(([metric, { value, reason }]) =>
    value === null ? [[metric, reason]] : [],
  );
  return {
    ...pickKey(record ?? extraction),
    answer: final_text,
    answer_as_guarded: guardedText(extraction),
    ranked_ids,
    abstained,
    tokens_in,
    tokens_out,
    served_models,
    tools: tool_calls.map(({ tool, status }) => ({ tool, status })),
    verdict: verdict?.judgement?.status ?? null,
    evaluator: verdict?.evaluator ?? null,
    scores: Object.fromEntries(values),
    unscored: Object.fromEntries(reasons),
  };
}

function pickKey(key: ScoreRecord | Extraction) {
  const strata = "family" in key ? { family: key.family, complexity: key.complexity, answerable: key.answerable } : {};
  return { ...keyOf(key), outcome: key.outcome, ...strata };
}

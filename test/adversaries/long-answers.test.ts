import { expect, it } from "vitest";
import { parseAnswer } from "../../agent/answer/answer.ts";
import { checkAnswer } from "../../agent/answer/answer-contract.ts";
import { fallbackAnswer } from "../../agent/answer/answer-fallback.ts";
import { codeSpan } from "../../agent/answer/code-span.ts";
import type { ToolCallRecord } from "../../agent/contract/contract.ts";
import { idReader } from "../../base/ids/id-reader.ts";
import { judgeByPrimaryRubric } from "../../harness/judge/judges/rubric-primary.ts";
import { judgeBySecondRubric } from "../../harness/judge/judges/rubric-second.ts";
import { makeItems } from "../../harness/judge/ratings/items.ts";
import type { ScoreRecord, Verdict } from "../../harness/record/domain/records.ts";
import { featuresOf } from "../../harness/results/failures/features.ts";
import { traceCase } from "../../harness/results/metrics/execution/case.ts";
import { scoreExecution } from "../../harness/results/metrics/execution/registry.ts";
import { caseOf, makeCall, makeScenario, THRESHOLDS } from "../harness/judge/judges/cases.ts";
import { processorMs } from "../soon.ts";

const ITEMS = 8_000;
const TESTS = Array.from({ length: ITEMS }, (_, at) => `TC-${10_000 + at}`);
const rows = (ids: readonly string[]) => JSON.stringify({ rows: ids.map((id) => ({ id, text: "A record." })) });

interface Long {
  items: readonly string[];
  sources: number;
  /** What the only search returned. */
  result: string;
}

/** Each has a step that took the square of its items once. */
const ANSWERS: Readonly<Record<string, Long>> = {
  "ids that nothing returned": {
    items: TESTS.map((id) => `\`${id}\` - covers it [S1]`),
    sources: 1,
    result: rows(TESTS.slice(0, 100)),
  },
  "names that look like no id": {
    items: TESTS.map((id) => `${codeSpan(`a\`${id.slice(3)}`)} - covers it [S1]`),
    sources: 1,
    result: rows(TESTS.slice(0, 100)),
  },
  "a source each, and relations that one record shows": {
    items: TESTS.map((id, at) => `\`${id}\` - as ${TESTS[(at + 1) % ITEMS]} [S${at + 1}]`),
    sources: ITEMS,
    result: rows([TESTS.join(" ")]),
  },
};

it.each(Object.entries(ANSWERS))(
  "an answer of 8,000 items is read, checked, judged and scored in no step that takes its square: %s",
  (_, long) => {
    const ids = idReader(TESTS, { idPatterns: [{ pattern: "TC-\\d+" }] });
    const text = answerOf(long);
    const call = makeCall("/results/000.json", long.result);
    const one = { ...caseOf(text, makeScenario(), { tool_calls: [call] }), ids };
    expect(one.extraction.ranked_ids).toHaveLength(ITEMS);
    const calls = [{ ...call, resultPath: call.result_path }] as unknown as ToolCallRecord[];
    const context = { thread: "t", calls, userText: "FEA-7 changed", ids };
    const taken = processorMs(() => {
      parseAnswer(text);
      fallbackAnswer(text, checkAnswer(text, context), context);
      const judgement = judgeByPrimaryRubric(one, THRESHOLDS);
      judgeBySecondRubric(one, THRESHOLDS);
      const facts = { type: "judged", evaluator: "e", stand_in: true, claims_disagree: [], attempts: [] } as const;
      const verdict = { ...one.extraction, ...facts, judgement } as unknown as Verdict;
      const given = { ...one, outcome: "success", verdict, entityThreshold: 0.8, judgedRelevance: false } as const;
      const traced = traceCase(given);
      const score = { ...one.extraction, scores: scoreExecution(given, traced) } as unknown as ScoreRecord;
      featuresOf({ score, traced, record: null, primary: verdict });
      makeItems([one], { rater: "r", seed: 1, blind: (said) => said });
    });
    expect(taken).toBeLessThan(10_000);
  },
);

function answerOf({ items, sources }: Long): string {
  const prose = TESTS.map((id) => `${id} matters.`);
  const numbered = items.map((item, at) => `${at + 1}. ${item}`);
  const source = (_: unknown, at: number) => `- S${at + 1}: [records](artifact://t?path=/results/000.json)`;
  const listed = Array.from({ length: sources }, source);
  return [...prose, "", "## Recommended", ...numbered, "", "## Sources", ...listed].join("\n");
}

import { RESULT_CHARACTERS } from "../../judges/input.ts";
import type { JudgeCase } from "../../judges/judge.ts";

const LINE = "(a row without a bearing on the question)\n";
const PREAMBLE = LINE.repeat(Math.ceil((RESULT_CHARACTERS + 1) / LINE.length));

/** The same trace with rows before each result, so that the evidence lies beyond what a judge is shown of it. The full results still hold it. */
export function buryEvidence(judgeCase: JudgeCase): JudgeCase {
  const { extraction } = judgeCase;
  const calls = extraction.tool_calls.map((call) => ({ ...call, result: PREAMBLE + (call.result ?? call.preview) }));
  return { ...judgeCase, extraction: { ...extraction, tool_calls: calls } };
}

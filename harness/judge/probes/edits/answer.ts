import { parseAnswer } from "../../../../agent/answer/answer.ts";
import { codeSpan } from "../../../../agent/answer/code-span.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import type { JudgeCase } from "../../judges/judge.ts";

/** Where the evidence for a composed answer stands in the trace. */
const EVIDENCE_PATH = "/results/evidence.json";

/** Paragraphs and a ranked list as an answer by the agent's contract. */
export function composeAnswer(prose: string, ids: readonly string[]): string {
  const items = ids.map((id, place) => `${place + 1}. ${codeSpan(id)} - covers what was asked for [S1]`);
  const source = `- S1: [links](artifact://evidence?path=${EVIDENCE_PATH})`;
  return [prose, "", "## Recommended", ...items, "", "## Sources", source].join("\n");
}

/** The case with another final answer; what follows from the answer follows along. */
export function withAnswer(judgeCase: JudgeCase, text: string): JudgeCase {
  const { extraction, ids } = judgeCase;
  const { ranked, abstained } = parseAnswer(text, ids);
  const answers = [...extraction.answers.slice(0, -1), text];
  return {
    ...judgeCase,
    extraction: { ...extraction, answers, final_text: text, ranked_ids: ranked, abstained, documents: [] },
  };
}

/** The case with one more tool call, whose result holds all expected ids and entities: the composed answers' evidence. */
export function withEvidence(judgeCase: JudgeCase): JudgeCase {
  const { scenario, extraction } = judgeCase;
  const text = [...scenario.expected_ids, ...scenario.expected_entities].join("\n") || "no rows";
  const call: Extraction["tool_calls"][number] = {
    index: 1 + Math.max(-1, ...extraction.tool_calls.map(({ index }) => index)),
    turn: 0,
    tool: "trace_links",
    family: "trace_link",
    arguments: {},
    status: "success",
    preview: text,
    result: text,
    result_path: EVIDENCE_PATH,
    rows: scenario.expected_ids.length,
    truncated: false,
    sub_agent: null,
    duration_ms: 0,
  };
  return { ...judgeCase, extraction: { ...extraction, tool_calls: [...extraction.tool_calls, call] } };
}

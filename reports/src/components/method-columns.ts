import type { ExecutionRow } from "../../../harness/show/report/site-data.ts";
import { h } from "./dom.ts";
import { table } from "./table.ts";

/** Every column of an execution, as pages of one's own load it. */
const COLUMNS: Record<keyof ExecutionRow, string> = {
  name: "unique name of the execution, in addresses and files",
  scenario: "id of the scenario",
  model: "name of the model, or of an external agent",
  workflow: "react, plan_execute, or own",
  knowledge: "prompt, skill, skill_meta, or own",
  levels: "of further factors, such as rerank=llm_listwise__depth=50; empty where none changes anything",
  repeat: "0, 1, ...",
  family: "family of the scenario",
  complexity: "single_hop, multi_hop, reasoning",
  answerable: "whether the corpus holds an answer",
  outcome: "success, timeout, agent_error, cascaded_failure, missing",
  failure: "why it failed: context_overflow, length, refusal, rate_limit, ...; none where it did not",
  error: "code of the error; null without one",
  functional: "functional verdict: pass or fail; none: unscored",
  verdict: "the judge's: pass or fail as scored; blocked: unscored; none: no verdict",
  abstention: "correct, missed, false, none (did not, rightly), no_answer, unknown (never executed, or unscored)",
  nonexistence: "why there is nothing to find; null on answerable scenarios",
  ruling: "which verdict the meta-judge preferred: A, B, tie; blocked; none",
  cluster: "its group of failures (page Failures); apart: failed like no two others; none: did not fail",
  composite: "the judge's overall score, 0 to 1; null when unscored",
  ndcg10: "NDCG@10; null on unanswerable scenarios",
  expected: "ids that the scenario expects; null where it expects none",
  found: "expected ids that the answer names",
  invented: "ids in the answer that appear in no tool result",
  tool_calls: "tool calls, sub-agents included; null without a trace",
  tool_errors: "of these, calls that came back as an error",
  tokens_in: "input tokens; null without a trace",
  seconds: "wall-clock time; differs between equal runs",
};

export function columns(): HTMLElement {
  return table(
    "Columns of an execution",
    [
      { label: "column", cell: ([name]: [string, string]) => h("code", {}, name) },
      { label: "what it holds", cell: ([, text]) => h("span", { class: "wrap" }, text) },
    ],
    Object.entries(COLUMNS),
  );
}

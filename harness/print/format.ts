import { madeOf, OWN } from "../../agent/contract/contract.ts";
import { parseLevels } from "../../base/level-names.ts";
import { RANKING_DESCRIPTORS } from "../../measure/metrics/ranking/registry.ts";

const WORKFLOW_LABELS: Readonly<Record<string, string>> = {
  react: "ReAct",
  plan_execute: "Plan-and-Execute",
  keyword_rag: "Keyword RAG",
  vector_rag: "Vector RAG",
  hybrid_rag: "Hybrid RAG",
  graph_rag: "Graph RAG",
  graph_rag_oracle: "Graph RAG, true start (upper bound)",
  [OWN]: "its own",
};
const RERANKER_LABELS = { cross_encoder: "cross-encoder", llm_listwise: "listwise", none: null } as const;
const KNOWLEDGE_LABELS: Record<string, string> = {
  prompt: "Prompt",
  skill: "Skill",
  skill_meta: "Skill + Meta",
  own: "its own",
};

/** `Explorer · ReAct · Skill + Meta`: how a configuration reads everywhere. One that is not made of ours has its name alone. */
export function configurationLabel(of: {
  model: string;
  workflow: string;
  knowledge: string;
  levels?: string | undefined;
}): string {
  if (of.workflow === OWN) return of.model;
  const levels = [...parseLevels(of.levels)].map(([factor, level]) => ` · ${levelLabel(factor, level)}`);
  return `${of.model} · ${workflowLabel(of.workflow)} · ${knowledgeLabel(of.knowledge)}${levels.join("")}`;
}

/** `depth 50`: a level of a factor beside model, workflow and knowledge mode. */
export function levelLabel(factor: string, level: string): string {
  return `${factor.replaceAll("_", " ")} ${level}`;
}

/** What a workflow is made of. A name that does not say all of that stands behind: two names may be one thing. */
export function workflowLabel(workflow: string): string {
  const { of, settings } = madeOf(workflow);
  const { grade, rewrite, rerank = "none", answeredFrom } = settings;
  const parts = [
    Object.hasOwn(WORKFLOW_LABELS, of) ? WORKFLOW_LABELS[of] : of,
    grade && "grade",
    rewrite && "rewrite",
    RERANKER_LABELS[rerank],
    answeredFrom && `best ${answeredFrom}`,
  ];
  const label = parts.filter(Boolean).join(", ");
  return [of, `${of}_${rerank}`].includes(workflow) ? label : `${label} (${workflow})`;
}

export function knowledgeLabel(knowledge: string): string {
  return KNOWLEDGE_LABELS[knowledge] ?? knowledge;
}

const METRIC_LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.values(RANKING_DESCRIPTORS).map(({ name, label }) => [name, label])),
  functional_pass: "functional pass rate",
  pass: "judge's pass rate",
  mean_ir: "mean of NDCG@5, NDCG@10, MRR@10 and Recall@10",
};

/** `ndcg@10` as people write it. */
export function metricLabel(metric: string): string {
  const [name = "", cut] = metric.split("@");
  const label = METRIC_LABELS[name];
  return (label ?? name.replaceAll("_", " ")) + (cut ? `@${cut}` : "");
}

/** `n = 52`; of several that differ from the fewest to the most, since no one of them is that of all. */
export function sampleSize(sizes: readonly number[]): string {
  return `n = ${spanOf(sizes)}`;
}

/** `6 to 52`, or `52`; of none `0`. */
export function spanOf(sizes: readonly number[]): string {
  if (sizes.length === 0) return "0";
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? count(most) : `${count(least)} to ${count(most)}`;
}

/** Fixed decimals with a true minus; a dash where there is no number. What rounds to nothing has no sign. All rounding is here. */
export function decimal(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined) return "–";
  return value
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, "")
    .replace("-", "−");
}

/** The same with the sign of what is above 0. */
export function signed(value: number | null, digits = 2): string {
  const text = decimal(value, digits);
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A share of 0..1 in percent. */
export function percent(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? "–" : `${decimal(value * 100, digits)} %`;
}

/** `12 to 34 %`. */
export function percentRange({ low, high }: { low: number; high: number }): string {
  return `${percent(low, 0).replace(" %", "")} to ${percent(high, 0)}`;
}

/** Three significant digits: `0.213 s`, `4.31 s`, `85.2 s`, `1200 s`. */
export function seconds(value: number): string {
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} s`;
}

/** Thousands separated by a comma, the same in every locale. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** With the correction and what it is over: `p = .03, Holm over 153 pairs`. */
export function correctedP(p: number | null, over: string): string {
  return p === null ? "not tested" : `${pValue(p)}, Holm over ${over}`;
}

/** `p = 0.012`, `p < 0.001`. */
export function pValue(p: number | null): string {
  if (p === null) return "p not available";
  return p < 0.001 ? "p < 0.001" : `p = ${decimal(p, 3)}`;
}

/** `scenario x model` of records, and `first - second`, as people read them. */
export function withSigns(text: string): string {
  return text.replaceAll(" x ", " × ").replaceAll(" - ", " − ");
}

/** `0.64 (0.58 … 0.70)`. */
export function withInterval({ mean, low, high }: Record<"mean" | "low" | "high", number | null>): string {
  return low === null || high === null ? decimal(mean) : `${decimal(mean)} (${decimal(low)} … ${decimal(high)})`;
}

/** Values by their paths in the configuration. */
export type Patch = Readonly<Record<string, unknown>>;

type Value = (level: string) => unknown;
const number: Value = (level) => (level.trim() === "" || Number.isNaN(Number(level)) ? level : Number(level));
const text: Value = (level) => level;
const yesOrNo: Value = (level) => ({ yes: true, no: false })[level] ?? level;

/** The one search that an agent has; what a call found it can read again. */
const onlySearch: Value = (level) => [level, "artifact"];

/** Factors that need no patch: a level's name says its value. */
const FACTORS: Readonly<Record<string, { path: string; value: Value }>> = {
  grade: { path: "retrieval.grade", value: yesOrNo },
  rewrite: { path: "retrieval.rewrite", value: yesOrNo },
  rerank: { path: "retrieval.rerank", value: text },
  depth: { path: "retrieval.answered_from", value: number },
  retriever: { path: "tool_families", value: onlySearch },
  temperature: { path: "model.temperature", value: number },
  max_tokens: { path: "model.max_output_tokens", value: number },
  context: { path: "model.context_window", value: number },
  descriptions: { path: "tool_descriptions", value: text },
  memory: { path: "agent.memory", value: text },
  clarify: { path: "agent.clarify", value: yesOrNo },
  stemming: { path: "substrate.search.stemming", value: text },
  chunks: { path: "substrate.embedding.context_tokens", value: number },
};
export const BUILT_IN_FACTORS = Object.keys(FACTORS);

/** What a level of a built-in factor changes. Any other factor is a limit by its name. */
export function builtInPatch(factor: string, level: string): Patch {
  const { path, value } = FACTORS[factor] ?? { path: `limits.${factor}`, value: number };
  return { [path]: value(level) };
}

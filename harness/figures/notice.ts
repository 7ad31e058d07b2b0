import type { Results } from "./results.ts";

interface NoticeFacts extends Pick<Results, "syntheticCorpus"> {
  summary: Pick<Results["summary"], "standInModels" | "standInJudges">;
}

/** What every figure says of itself when its numbers are not those of language models, LLM judges or real texts. */
export function makeNotice({ summary, syntheticCorpus }: NoticeFacts): string[] {
  const { standInModels, standInJudges } = summary;
  const standIns = [
    ...(standInModels.length > 0 ? [`stand-in models (${standInModels.join(", ")})`] : []),
    ...(standInJudges.length > 0 ? ["stand-in judge"] : []),
  ];
  const corpus = syntheticCorpus ? ["Synthetic corpus"] : [];
  if (standIns.length === 0) return corpus.map((text) => `${text}.`);
  return [`${[...corpus, ...standIns].join(", ")}: says nothing about any language model.`].map(
    (text) => text.charAt(0).toUpperCase() + text.slice(1),
  );
}

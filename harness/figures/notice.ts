import type { Results } from "../analyses/results.ts";

interface NoticeFacts extends Pick<Results, "syntheticCorpus"> {
  summary: Pick<Results["summary"], "stand_in_models" | "stand_in_judges">;
}

/** What every figure says of itself when its numbers are not those of language models, LLM judges or real texts. */
export function makeNotice({ summary, syntheticCorpus }: NoticeFacts): string[] {
  const { stand_in_models, stand_in_judges } = summary;
  const standIns = [
    ...(stand_in_models.length > 0 ? [`stand-in models (${stand_in_models.join(", ")})`] : []),
    ...(stand_in_judges.length > 0 ? ["stand-in judge"] : []),
  ];
  const corpus = syntheticCorpus ? ["Synthetic corpus"] : [];
  if (standIns.length === 0) return corpus.map((text) => `${text}.`);
  return [`${[...corpus, ...standIns].join(", ")}: says nothing about any language model.`].map(
    (text) => text.charAt(0).toUpperCase() + text.slice(1),
  );
}

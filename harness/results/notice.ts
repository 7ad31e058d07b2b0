import { REVIEWED_BY_SCRIPT } from "../record/config/safe-mode-schema.ts";
import { boundsNotices } from "../record/domain/names.ts";
import type { Results } from "./analyses/results.ts";

interface NoticeFacts extends Pick<Results, "syntheticCorpus"> {
  summary: Pick<Results["summary"], "stand_in_models" | "stand_in_judges"> &
    Partial<Pick<Results["summary"], "configurations" | "simulated_reviewer">>;
}

/** Whether no system of the run is more than a stand-in. */
export function areAllStandIns({
  stand_in_models,
  configurations,
}: {
  stand_in_models: readonly string[];
  configurations: readonly { model: string }[];
}): boolean {
  return configurations.every(({ model }) => stand_in_models.includes(model));
}

/** What every figure says of itself when its numbers are not those of language models, LLM judges or real texts, or of nothing that could be run. */
export function makeNotice({ summary, syntheticCorpus }: NoticeFacts): string[] {
  const { stand_in_models, stand_in_judges, configurations = [] } = summary;
  const bounds = [
    ...(summary.simulated_reviewer ? [REVIEWED_BY_SCRIPT] : []),
    ...boundsNotices(configurations.map(({ workflow }) => workflow)),
  ];
  const standIns = [
    ...(stand_in_models.length > 0 ? [`stand-in models (${stand_in_models.join(", ")})`] : []),
    ...(stand_in_judges.length > 0 ? ["stand-in judge"] : []),
  ];
  const corpus = syntheticCorpus ? ["Synthetic corpus"] : [];
  if (stand_in_models.length === 0 && stand_in_judges.length > 0) {
    const said = [...corpus, "stand-in judge"].join(", ");
    return [`${said.charAt(0).toUpperCase() + said.slice(1)}: its verdicts are no language model's.`, ...bounds];
  }
  if (standIns.length === 0) return [...corpus.map((text) => `${text}.`), ...bounds];
  const about = areAllStandIns({ stand_in_models, configurations }) ? "says" : "stand-ins say";
  const says = `${[...corpus, ...standIns].join(", ")}: ${about} nothing about any language model.`;
  return [says.charAt(0).toUpperCase() + says.slice(1), ...bounds];
}

import type { FactorialConfig } from "../../record/config/factors/cells.ts";
import { repeatsRange } from "../../record/config/factors/repeats.ts";
import { REVIEWED_BY_SCRIPT } from "../../record/config/safe-mode-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { boundsNotices } from "../../record/domain/names.ts";

/** What makes a caption say more than its table. */
export interface CaptionFacts {
  config: FactorialConfig & Pick<Config, "repeats">;
  results: {
    summary: { stand_in_models: readonly string[]; stand_in_judges: readonly string[]; simulated_reviewer?: true };
  };
  syntheticCorpus: boolean;
}

/** What a table shows, then what every caption must say: repeats, stand-ins, a synthetic corpus, upper bounds. */
export function makeCaption(
  { config, results: { summary }, syntheticCorpus }: CaptionFacts,
  ...sentences: readonly string[]
): string {
  const notices = [
    ...repeatsNotices(config),
    ...(summary.stand_in_models.length > 0
      ? [`Stand-in models, not language models: ${summary.stand_in_models.join(", ")}.`]
      : []),
    ...(summary.stand_in_judges.length > 0
      ? [`Stand-in judges, not language models: ${summary.stand_in_judges.map(withoutLabel).join(", ")}.`]
      : []),
    ...(syntheticCorpus ? ["Synthetic corpus."] : []),
    ...(summary.simulated_reviewer ? [REVIEWED_BY_SCRIPT] : []),
    ...boundsNotices(config.workflows),
  ];
  return [...sentences, ...notices].join(" ");
}

function repeatsNotices(config: CaptionFacts["config"]): string[] {
  const { least, most } = repeatsRange(config);
  if (most === 1) return [];
  if (least === most) return [`${most} repeats of each scenario; intervals resample whole scenarios.`];
  return [
    `${least} to ${most} repeats of each scenario, by level: each configuration counts once; intervals resample whole scenarios.`,
  ];
}

/** A stand-in judge's name says so itself; the sentence around it says it once. */
function withoutLabel(name: string): string {
  return name.replace(/ \(stand-in[^)]*\)$/, "");
}

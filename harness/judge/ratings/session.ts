import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { makeItems, type RatingItem } from "./items.ts";
import { loadCases, loadSample } from "./load.ts";
import { checkRater, type Opinion } from "./rating.ts";
import { readRater, saveRating } from "./store.ts";

/** One rater at work, on the terminal or on a page. */
export interface RatingSession {
  rater: string;
  items: readonly RatingItem[];
  /** The first item, in this rater's order, without a rating; null when all are done. */
  next(): RatingItem | null;
  done(): number;
  /** Null leaves the item out for good. */
  save(item: RatingItem, opinion: Opinion | null): Promise<void>;
}

/** Goes on where this rater stopped: with the run's sample, or with `only` these executions. */
export async function openRatingSession(
  { runDirectory, config }: Pick<OpenedRun, "runDirectory" | "config">,
  { rater, sample, only }: { rater: string; sample?: number; only?: ReadonlySet<string> },
): Promise<RatingSession> {
  checkRater(rater);
  const run = { runDirectory, config };
  const cases = await (only ? loadCases(run, only) : loadSample(run, sample));
  const items = makeItems(cases, { rater, seed: config.seed, blind: makeBlinder(config) });
  const rated = await readRater(runDirectory, rater);
  return {
    rater,
    items,
    next: () => items.find(({ key }) => !rated.has(executionName(key))) ?? null,
    done: () => items.filter(({ key }) => rated.has(executionName(key))).length,
    async save({ key }, opinion) {
      const rating = { ...key, rater, opinion };
      await saveRating(runDirectory, rating);
      rated.set(executionName(key), rating);
    },
  };
}

/**
 * Takes out of a text what tells whose answer it is: names of configurations and models, and the addresses of results,
 * which hold them. Ids and wording stay.
 */
function makeBlinder(config: Config): (text: string) => string {
  const names = [
    ...configurationsOf(config).map(configurationName),
    ...config.models.flatMap(({ name, model }) => [name, model]),
    ...config.external_agents.map(({ name }) => name),
  ].sort((a, b) => b.length - a.length);
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${[...new Set(names)].map(literal).join("|")})(?![\\p{L}\\p{N}_])`,
    "giu",
  );
  return (text) => text.replace(/artifact:\/\/[^\s)\]]*/g, "artifact://...").replace(named, "[model]");
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

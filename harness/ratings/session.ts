import { executionName } from "../domain/names.ts";
import type { OpenedRun } from "../run-directory/open-run.ts";
import { makeBlinder } from "./blind.ts";
import { makeItems, type RatingItem } from "./items.ts";
import { loadSample } from "./load.ts";
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

/** Goes on where this rater stopped. */
export async function openRatingSession(
  { runDirectory, config }: OpenedRun,
  { rater, sample }: { rater: string; sample?: number },
): Promise<RatingSession> {
  checkRater(rater);
  const cases = await loadSample({ runDirectory, config }, sample);
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

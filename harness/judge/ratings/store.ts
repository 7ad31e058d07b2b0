import { readdir, readFile } from "node:fs/promises";
import { z } from "zod";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { compareText } from "../../../base/text-order.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { changeFile } from "../../record/run-directory/record-files.ts";
import { type RecordStore, recordStore } from "../../record/run-directory/record-store.ts";
import { type Rating, ratingSchema } from "./rating.ts";

/** `ratings/<rater>.jsonl`. */
export function ratingsOf(runDirectory: string, rater: string): RecordStore<ExecutionKey, Rating> {
  return recordStore(runPath(runDirectory, "ratings", `${rater}.jsonl`), {
    schema: ratingSchema,
    nameOf: executionName,
    hint: "mend or remove the lines",
  });
}

/** Keeps one rating of a session: a crash loses at most what was being typed. */
export function saveRating(runDirectory: string, rating: Rating): Promise<void> {
  const path = `${RUN_PATHS.ratings}/${rating.rater}.jsonl`;
  return changeFile(runDirectory, path, () => ratingsOf(runDirectory, rating.rater).append(rating));
}

/** One rater's ratings by execution, the last of each. @throws UserError `run-directory` for damaged records. */
export async function readRater(runDirectory: string, rater: string): Promise<Map<string, Rating>> {
  const ratings = await ratingsOf(runDirectory, rater).read();
  return new Map(ratings.map((rating) => [executionName(rating), rating]));
}

/** All ratings of a run, by rater and execution name; [] when nobody has rated. */
export async function readRatings(runDirectory: string): Promise<Rating[]> {
  const names = await readdir(runPath(runDirectory, "ratings")).catch(() => []);
  const raters = names.filter((name) => name.endsWith(".jsonl")).map((name) => name.slice(0, -".jsonl".length));
  const ratings: Rating[] = [];
  for (const rater of raters.sort(compareText)) {
    const own = [...(await readRater(runDirectory, rater)).values()];
    ratings.push(...own.sort((a, b) => compareText(executionName(a), executionName(b))));
  }
  return ratings;
}

/** Answers drawn one after the other, each with its known chance; frozen before the first is rated. */
const drawsSchema = z.strictObject({
  /** Mean of the judge's passes over all that could be drawn. */
  judge: z.number(),
  answers: z.array(z.strictObject({ name: z.string(), chance: z.number().positive(), judge: z.number() })),
  /** Places in `answers`, with repetition. */
  draws: z.array(z.number().int().nonnegative()),
});
export type RatingDraws = z.infer<typeof drawsSchema>;

const DRAWS = "draws.json";
const SAMPLE = "sample.json";

/** Null where nobody asked for draws. */
export function readDraws(runDirectory: string): Promise<RatingDraws | null> {
  return readOf(runDirectory, DRAWS, drawsSchema);
}

export function writeDraws(runDirectory: string, draws: RatingDraws): Promise<void> {
  return writeOf(runDirectory, DRAWS, draws);
}

async function readOf<T>(runDirectory: string, name: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(runPath(runDirectory, "ratings", name), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function writeOf(runDirectory: string, name: string, value: unknown): Promise<void> {
  return changeFile(runDirectory, `${RUN_PATHS.ratings}/${name}`, () =>
    writeFileAtomic(runPath(runDirectory, "ratings", name), `${JSON.stringify(value, null, 1)}\n`),
  );
}

/** Names of the executions that all raters of this run rate; null before the first one. */
export function readSample(runDirectory: string): Promise<string[] | null> {
  return readOf(runDirectory, SAMPLE, z.array(z.string()));
}

export function writeSample(runDirectory: string, names: readonly string[]): Promise<void> {
  return writeOf(runDirectory, SAMPLE, names);
}

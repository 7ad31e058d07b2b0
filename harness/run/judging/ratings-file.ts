import { resolve } from "node:path";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { count, countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { parseRatings, ratingsCsv } from "../../judge/ratings/csv.ts";
import { drawFor, judgeOpinions } from "../../judge/ratings/load.ts";
import type { Rating } from "../../judge/ratings/rating.ts";
import { ratingsOf, readRatings, readSample, writeSample } from "../../judge/ratings/store.ts";
import type { Io } from "../../print/io.ts";
import { readCsv } from "../../print/tabular/read-csv.ts";
import { expectedExecutions } from "../../record/config/matrix.ts";
import { executionName } from "../../record/domain/names.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { changeParts } from "../../record/run-directory/record-files.ts";

/** Prints every rating, and on demand the judge's of the same executions. */
export async function exportRatings(run: OpenedRun, { judge, io }: { judge: boolean; io: Io }): Promise<void> {
  const ratings = await readRatings(run.runDirectory);
  const names = new Set(ratings.map(executionName));
  io.out(ratingsCsv([...ratings, ...(judge ? await judgeOpinions(run, names) : [])]).trimEnd());
}

/** Takes all ratings of a file or none. What is there already is not counted twice. @throws UserError `input` naming every line that does not fit. */
export async function importRatings(run: OpenedRun, { path, io }: { path: string; io: Io }): Promise<void> {
  await changeParts(run.runDirectory, [RUN_PATHS.ratings], async () => {
    const { ratings, problems } = parseRatings(await readCsv(resolve(io.cwd, path)));
    const drawn = await designOf(run, ratings);
    const { fresh, known, conflicts } = await compareWithRun(run, ratings, drawn);
    const all = [...problems, ...conflicts];
    if (all.length > 0)
      throw new UserError(
        "input",
        `${path}: ${countOf(all.length, "rating does", "ratings do")} not fit; nothing was taken`,
        {
          problems: all,
          hint: "columns as in `scopebench judge rate export`; executions are drawn by `scopebench judge rate RUN --rater NAME --sample N`, so that they stand for the run",
        },
      );
    if (!(await readSample(run.runDirectory))) await writeSample(run.runDirectory, [...drawn]);
    for (const rating of fresh) await ratingsOf(run.runDirectory, rating.rater).append(rating);
    io.out(`${countOf(fresh.length, "rating")} taken, ${count(known)} known already`);
  });
}

/** The executions that were drawn for rating; before that, what the run's seed draws of as many as the file rates, or of the usual number. */
async function designOf(run: OpenedRun, ratings: readonly Rating[]): Promise<ReadonlySet<string>> {
  const drawn = await readSample(run.runDirectory);
  if (drawn) return new Set(drawn);
  const rated = new Set(ratings.map(executionName));
  const usual = new Set(await drawFor(run));
  return [...rated].every((name) => usual.has(name)) ? usual : new Set(await drawFor(run, rated.size));
}

async function compareWithRun(
  { runDirectory, config }: OpenedRun,
  ratings: readonly Rating[],
  drawn: ReadonlySet<string>,
) {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const cells = new Set(
    expectedExecutions(
      config,
      scenarios.map(({ id }) => id),
    ).map(executionName),
  );
  const there = new Map((await readRatings(runDirectory)).map((rating) => [identityOf(rating), rating]));
  const fresh: Rating[] = [];
  const conflicts: string[] = [];
  let known = 0;
  for (const rating of ratings) {
    const old = there.get(identityOf(rating));
    if (!cells.has(executionName(rating))) conflicts.push(`${executionName(rating)} is no execution of this run`);
    else if (!drawn.has(executionName(rating)))
      conflicts.push(`${executionName(rating)} is not among the ${drawn.size} executions that were drawn for rating`);
    else if (old === undefined) {
      fresh.push(rating);
      there.set(identityOf(rating), rating);
    } else if (canonicalJson(old) === canonicalJson(rating)) known++;
    else conflicts.push(`${identityOf(rating)} has another rating already`);
  }
  return { fresh, known, conflicts };
}

function identityOf(rating: Rating): string {
  return `${rating.rater} on ${executionName(rating)}`;
}

import { sha256 } from "../../../base/hash.ts";
import { type PersonPreference, peoplesPreferencesOf } from "../../judge/preferences/store.ts";
import { opinionSchema } from "../../judge/ratings/rating.ts";
import { saveRating } from "../../judge/ratings/store.ts";
import { executionName } from "../../record/domain/names.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { changeParts } from "../../record/run-directory/record-files.ts";
import type { AskedSet } from "./asked-set.ts";
import { comparisonSchema } from "./documents.ts";

/** What people said of answers, as the run's raters and preferences. What is about an earlier answer than the last is left out, and counted. */
export async function writeOpinions(
  runDirectory: string,
  { executions }: AskedSet,
): Promise<{ ratings: number; preferences: number; leftOut: number }> {
  let [ratings, leftOut] = [0, 0];
  for (const { key, kept } of executions)
    for (const { kind, key: answer, value, author } of kept.documents) {
      const opinion = kind === "rating" ? opinionSchema.safeParse(value).data : undefined;
      if (!opinion) continue;
      if (answer === kept.answerId) {
        await saveRating(runDirectory, { ...key, rater: raterName(author), opinion });
        ratings++;
      } else leftOut++;
    }
  const preferences = preferencesIn(executions);
  if (preferences.length > 0)
    await changeParts(runDirectory, [RUN_PATHS.preferences], () =>
      peoplesPreferencesOf(runDirectory).replace(preferences),
    );
  return { ratings, preferences: preferences.length, leftOut };
}

function preferencesIn(executions: AskedSet["executions"]): PersonPreference[] {
  const byThread = new Map(executions.map(({ key, kept }) => [kept.thread.id, key]));
  return executions.flatMap(({ kept }) =>
    kept.documents.flatMap(({ kind, value, author, updated_at }) => {
      const compared = kind === "preference" ? comparisonSchema.safeParse(value).data : undefined;
      const [a, b] = [byThread.get(compared?.a.thread_id ?? ""), byThread.get(compared?.b.thread_id ?? "")];
      if (!compared || compared.choice === null || !a || !b || a.scenario_id !== b.scenario_id) return [];
      const { left, choice, blind, comment } = compared;
      const right = left === "a" ? "b" : "a";
      const winner = choice === "left" ? left : choice === "right" ? right : choice;
      return [
        {
          ...{
            scenario_id: a.scenario_id,
            a: executionName(a),
            b: executionName(b),
            person: author,
            winner,
            left,
            blind,
            comment,
          },
          ...{ stand_in: compared.a.stand_in || compared.b.stand_in, at: updated_at.toISOString() },
        },
      ];
    }),
  );
}

/** A file's name of whoever it is: a mail address is not a file name. */
function raterName(author: string): string {
  const plain = author.replace(/[^A-Za-z0-9._-]/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return plain === author && !/^judge/i.test(author) && author.length <= 64
    ? author
    : `p-${plain.slice(0, 40)}-${sha256(author).slice(0, 8)}`;
}

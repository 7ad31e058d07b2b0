import { readSpans } from "../../../agent/external-agents/recorded/spans.ts";
import { readTrajectories } from "../../../agent/external-agents/recorded/trajectories.ts";
import { recordedTurns } from "../../../agent/external-agents/recorded/turns.ts";
import { UserError } from "../../../base/user-error.ts";
import { readAnswers } from "../../../harness/judge/offline/read-answers.ts";
import { parseRatings } from "../../../harness/judge/ratings/csv.ts";
import { readCsv } from "../../../harness/print/tabular/read-csv.ts";
import { selectColumns } from "../../../harness/print/tabular/select-columns.ts";
import { ratingData } from "../../../harness/results/agreement/rating-data.ts";
import { AUDIT_READERS } from "../../../harness/results/audit/readers/registry.ts";
import { openResults } from "../../../harness/results/audit/results-file.ts";
import { readBaselineSource } from "../../../harness/results/compare/sources/baseline-file.ts";
import { readInspectSource } from "../../../harness/results/compare/sources/read-inspect.ts";
import { readPromptfooSource } from "../../../harness/results/compare/sources/read-promptfoo.ts";
import { readTriplets } from "../../../harness/results/triplets/read-triplets.ts";
import { readStudy } from "../../../harness/run/study/answers.ts";
import { readPlan } from "../../../harness/run/study/plan.ts";
import { readJudged, readRankings, readTopics } from "../../../measure/trec/rankings.ts";
import { type MutatedReader, took } from "./reading.ts";

/** Readers of what other tools, judges and people found. */
export const RESULT_READERS: Readonly<Record<string, MutatedReader>> = {
  "trec run": async ({ path }) =>
    took([...(await readRankings(path))].flatMap(([query, ids]) => ids.map((id) => [query, id]))),
  "trec qrels": async ({ path }) =>
    took([...(await readJudged(path))].flatMap(([query, grades]) => [...grades].map((grade) => [query, grade]))),
  "trec topics": async ({ path }) => took([...(await readTopics(path))]),
  csv: async ({ path }) => took((await readCsv(path)).rows),
  agreement: async ({ path }) => {
    const { units, labels, notes, raters, ...more } = ratingData(selectColumns(await readCsv(path), {}));
    return took(
      units.map((unit) => unit.map((rating) => (rating === null ? null : (labels[rating] ?? rating)))),
      // As the command prints it.
      { said: [raters, notes], more: [labels, more] },
    );
  },
  otlp: async ({ path }) => {
    const spans = await readSpans(path);
    return took(spans, { more: recordedTurns(spans) });
  },
  atif: async ({ path }) => took(await readTrajectories(path)),
  inspect: async ({ path }) => sourceTook(await readInspectSource(path)),
  promptfoo: async ({ path }) => sourceTook(await readPromptfooSource(path)),
  ...Object.fromEntries(AUDIT_READERS.map(({ tool }) => [`audit ${tool}`, auditedAs(tool)])),
  baseline: async ({ path }) => sourceTook(await readBaselineSource(path)),
  ratings: async ({ path }) => {
    const { ratings, problems } = parseRatings(await readCsv(path));
    return took(ratings, { said: problems });
  },
  triplets: async ({ path }) => took(await readTriplets(path)),
  study: async ({ folder }) => {
    const plan = await readPlan(folder);
    const { answers, orders } = await readStudy(folder, plan);
    return took(answers, { more: [plan, [...orders]] });
  },
  "judge answers": async ({ path }) => {
    const answers = await readAnswers([path]);
    return took(
      answers.filter(({ value }) => value !== undefined),
      { said: answers.filter(({ problem }) => problem) },
    );
  },
};

/** A file that the tool's reader no longer knows is refused, as the command does. */
function auditedAs(tool: string): MutatedReader {
  return async ({ path }) => {
    const file = await openResults(path, "results");
    const reader = AUDIT_READERS.find(({ knows }) => knows(file));
    if (reader?.tool !== tool) throw new UserError("input", "of no tool that is known");
    const { rows, expected } = await reader.read(file);
    return took(rows, { said: expected });
  };
}

function sourceTook({ executions, ...more }: { executions: readonly unknown[]; notes: readonly string[] }) {
  return took(executions, { said: more.notes, more });
}

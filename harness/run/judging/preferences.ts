import pLimit from "p-limit";
import { hashOf } from "../../../base/hash.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { withLoggedRateLimiters } from "../../dag/progress/concurrency-log.ts";
import type { JudgeCase } from "../../judge/judges/judge.ts";
import { preferBothWays } from "../../judge/judges/pairwise.ts";
import { type PreferenceRecord, preferencesOf } from "../../judge/preferences/store.ts";
import { summarizePreferences } from "../../judge/preferences/summarize.ts";
import { type Instrument, makeInstrument } from "../../judge/probes/instrument.ts";
import type { ProbedRole } from "../../judge/probes/roles.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { repeatsRange } from "../../record/config/factors/repeats.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { Extraction } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { fillMissing } from "../../record/run-directory/fill-missing.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { changeParts } from "../../record/run-directory/record-files.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { preflight } from "../preflight/index.ts";
import { sayPreferences, sayUndecided } from "./preference-results.ts";

interface PreferOptions {
  a: string;
  b: string;
  judge: ProbedRole;
  json?: boolean;
  io: Io;
}

interface Pair {
  asked: string;
  a: JudgeCase;
  b: JudgeCase;
}

/** Asks what is not asked yet and prints who wins. Gives the exit code. */
export async function preferRun(run: OpenedRun, options: PreferOptions): Promise<number> {
  const { a, b, judge, json, io } = options;
  await preflight([judge], { config: run.config, environment: io.environment });
  const instrument = makeInstrument(judge, { judges: run.config.judges, environment: io.environment });
  const pairs = await readPairs(run, { a, b, fingerprint: instrument.fingerprint });
  const records = await askAll(pairs, { run, instrument, options });
  if (io.signal.aborted) return 130;
  const summary = summarizePreferences(records);
  const facts = { a, b, evaluator: instrument.judge.evaluator, ...summary };
  io.out(
    json
      ? jsonText(facts, { followedPlace: "followed_place" })
      : sayPreferences(options, summary, sayUndecided(summary)),
  );
  return 0;
}

/** One record a pair; those from before are not asked for again, unless they were blocked. */
async function askAll(
  pairs: readonly Pair[],
  { run, instrument, options }: { run: OpenedRun; instrument: Instrument; options: PreferOptions },
): Promise<PreferenceRecord[]> {
  const { signal } = options.io;
  const records = new Map<string, PreferenceRecord>();
  const filling = {
    store: preferencesOf(run.runDirectory, options),
    wanted: pairs,
    signal,
    limit: pLimit(run.config.concurrency),
    keep: ({ winner }: PreferenceRecord) => winner !== null,
    make: (pair: Pair) => askPair(pair, instrument, signal),
    onRecord: (record: PreferenceRecord) => records.set(record.asked, record),
  };
  await changeParts(run.runDirectory, [RUN_PATHS.preferences, RUN_PATHS.concurrency], () =>
    withLoggedRateLimiters({ ...run, now: () => new Date() }, () => fillMissing(filling)),
  );
  return pairs.flatMap(({ asked }) => records.get(asked) ?? []);
}

async function askPair(
  { asked, a, b }: Pair,
  { pairwise }: Instrument,
  signal: AbortSignal,
): Promise<PreferenceRecord> {
  const { winner, followedPlace, readings } = await preferBothWays(pairwise, { a, b }, signal);
  const reason = readings.find(({ type }) => type === "blocked")?.reason;
  const { scenario_id, repeat } = a.extraction;
  const { evaluator, stand_in } = readings[0];
  return {
    scenario_id,
    repeat,
    asked,
    evaluator,
    stand_in,
    winner,
    followed_place: followedPlace,
    ...(reason && { reason }),
  };
}

/** Answers of both configurations to the same scenario and repeat, where both answered. */
async function readPairs(
  { runDirectory, config }: OpenedRun,
  { a, b, fingerprint }: { a: string; b: string; fingerprint: string },
): Promise<Pair[]> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const ids = await readRunIds(runDirectory);
  const all = new Map(
    configurationsOf(config).map((configuration) => [configurationName(configuration), configuration]),
  );
  const unknown = [a, b].filter((name) => !all.has(name));
  if (unknown.length > 0 || a === b)
    throw new UserError(
      "usage",
      a === b ? "the two configurations are the same" : `no configuration ${unknown.join(", ")}`,
      {
        hint: `configurations of this run: ${[...all.keys()].join(", ")}`,
      },
    );
  const read = async (name: string) => {
    const records = await readRecords({ runDirectory, part: "extractions", configuration: all.get(name)! });
    const answered = records.filter(({ outcome }) => outcome === "success");
    return new Map(answered.map((record) => [placeOf(record), record]));
  };
  const [left, right] = [await read(a), await read(b)];
  return scenarios.flatMap((scenario) =>
    Array.from({ length: repeatsRange(config).most }, (_, repeat) =>
      placeOf({ scenario_id: scenario.id, repeat }),
    ).flatMap((place) => {
      const [one, other] = [left.get(place), right.get(place)];
      if (!one || !other) return [];
      const asked = hashOf([fingerprint, scenario, one, other]);
      return [{ asked, a: { scenario, extraction: one, ids }, b: { scenario, extraction: other, ids } }];
    }),
  );
}

function placeOf({ scenario_id, repeat }: Pick<Extraction, "scenario_id" | "repeat">): string {
  return `${scenario_id} ${repeat}`;
}

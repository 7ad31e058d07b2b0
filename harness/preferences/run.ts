import pLimit from "p-limit";
import { hashOf } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import { readScenarioSet } from "../../scenarios/set-file.ts";
import { configurationsOf } from "../config/matrix.ts";
import { hasOwnAnswer, sayNotKept } from "../domain/guarded.ts";
import { configurationName } from "../domain/names.ts";
import type { Extraction } from "../domain/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { preferBothWays } from "../judges/pairwise.ts";
import { withLoggedRateLimiters } from "../live/concurrency-log.ts";
import { preflight } from "../preflight/index.ts";
import { type Instrument, makeInstrument } from "../probes/instrument.ts";
import type { ProbedRole } from "../probes/roles.ts";
import { readRunIds } from "../run-directory/corpus-ids.ts";
import { fillMissing } from "../run-directory/fill-missing.ts";
import type { OpenedRun } from "../run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../run-directory/paths.ts";
import { changeParts } from "../run-directory/record-files.ts";
import { readRecords } from "../run-directory/records.ts";
import type { Io } from "../terminal/io.ts";
import { jsonText } from "../terminal/json-text.ts";
import { type PreferenceRecord, preferencesOf } from "./store.ts";
import { summarizePreferences } from "./summarize.ts";
import { sayPreferences, sayUndecided } from "./summary-text.ts";

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
  const { pairs, notKept } = await readPairs(run, { a, b, fingerprint: instrument.fingerprint });
  if (notKept > 0) io.error(sayNotKept(notKept));
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
): Promise<{ pairs: Pair[]; notKept: number }> {
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
  let notKept = 0;
  const read = async (name: string) => {
    const records = await readRecords({ runDirectory, part: "extractions", configuration: all.get(name)! });
    const answered = records.filter(({ outcome }) => outcome === "success");
    const own = answered.filter(hasOwnAnswer);
    notKept += answered.length - own.length;
    return new Map(own.map((record) => [placeOf(record), record]));
  };
  const [left, right] = [await read(a), await read(b)];
  const pairs = scenarios.flatMap((scenario) =>
    Array.from({ length: config.repeats }, (_, repeat) => placeOf({ scenario_id: scenario.id, repeat })).flatMap(
      (place) => {
        const [one, other] = [left.get(place), right.get(place)];
        if (!one || !other) return [];
        const asked = hashOf([fingerprint, scenario, one, other]);
        return [{ asked, a: { scenario, extraction: one, ids }, b: { scenario, extraction: other, ids } }];
      },
    ),
  );
  return { pairs, notKept };
}

function placeOf({ scenario_id, repeat }: Pick<Extraction, "scenario_id" | "repeat">): string {
  return `${scenario_id} ${repeat}`;
}

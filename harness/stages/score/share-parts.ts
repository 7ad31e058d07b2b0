import type { Score, Verdict } from "../../domain/records.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import { metaWithoutTexts, verdictWithoutTexts } from "../../selection/pack.ts";

/** So many different parts of a kind are remembered; what comes after them is kept as it is. */
const MOST = 50_000;

/**
 * Makes executions small to keep: without the texts that no analysis reads (those that `metrics/scored.jsonl` leaves out), and
 * with equal scores, ids and lists told once for all. A run of 200,000 is then a quarter of what it would be in memory; every
 * number stays what it is.
 */
export function makeSharing(): (execution: ScoredExecution) => ScoredExecution {
  const scoreOf = makeScorePool();
  const shareScores = makeUniformScores(scoreOf);
  const [functional, expected, tools, judgements] = [makePool(), makePool(), makePool(), makePool()];
  const idOf = makePool();
  const verdictOf = (full: Verdict): Verdict => {
    const verdict = verdictWithoutTexts(full);
    return { ...verdict, judgement: verdict.judgement && judgements(verdict.judgement) };
  };
  return ({ record, primary, calibration, meta, processCounts, ...rest }) => ({
    ...rest,
    record: { ...record, scores: shareScores(record.scores) },
    rankedIds: rest.rankedIds.map(idOf),
    expectedIds: rest.expectedIds && expected(rest.expectedIds),
    functional: rest.functional && functional(rest.functional),
    processCounts: processCounts && { ...processCounts, tools: tools(processCounts.tools) },
    primary: primary && verdictOf(primary),
    calibration: calibration && verdictOf(calibration),
    meta: meta && metaWithoutTexts(meta),
  });
}

/** Equal values are the one that came first. For what JSON tells apart. */
function makePool(): <T>(value: T) => T {
  const known = new Map<string, unknown>();
  return <T>(value: T) => {
    const key = JSON.stringify(value);
    if (known.has(key)) return known.get(key) as T;
    if (known.size < MOST) known.set(key, value);
    return value;
  };
}

function makeScorePool(): (score: Score) => Score {
  const [numbers, reasons] = [new Map<number, Score>(), new Map<string | undefined, Score>()];
  return (score) => {
    const { value, reason } = score;
    if (Object.is(value, -0)) return score; // Maps take it for 0.
    const known = value === null ? reasons.get(reason) : numbers.get(value);
    if (known) return known;
    if (value === null) reasons.set(reason, score);
    else if (numbers.size < MOST) numbers.set(value, score);
    return score;
  };
}

/** Copies of one object have its layout; objects that are made name by name have a hash table each, six times as large. */
function makeUniformScores(scoreOf: (score: Score) => Score) {
  let layout: Record<string, Score> | undefined;
  return (scores: Readonly<Record<string, Score>>): Record<string, Score> => {
    layout ??= JSON.parse(JSON.stringify(scores)) as Record<string, Score>;
    const uniform = { ...layout };
    for (const [name, score] of Object.entries(scores)) uniform[name] = scoreOf(score);
    return uniform;
  };
}

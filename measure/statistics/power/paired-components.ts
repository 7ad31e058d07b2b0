import { mean, standardDeviation } from "../basics/describe.ts";

/** What makes a scenario's difference between two systems vary, as variances in the square of the scores' unit. */
export interface PairedComponents {
  /** Of the true difference over scenarios. */
  scenario: number;
  /** Of one execution's score from repeat to repeat, the mean of both systems; null where no cell was executed twice: then it is part of `scenario`. */
  repeat: number | null;
  /** Of one score from judging to judging of the same answer; null where none was judged twice: then it is part of `repeat`. */
  judge: number | null;
}

/** What judging brings to scores, as variances. */
export interface JudgeVariance {
  /** Of one judging of an answer. */
  one: number;
  /** Of what of it is in the scores: less, where each is made of several judgings. */
  inScores: number;
}

/** How often each scenario is executed by each system, and each answer judged. */
export interface Replication {
  repeats: number;
  judgings: number;
}

/**
 * Components of two systems' scores on the same scenarios, `systems[system][scenario][repeat]`, by analysis of variance: the variance of the mean
 * differences without what repeats bring to it. Never below 0. `judge` is what judging the same answers again showed, and is taken out of the repeats, or
 * without repeats out of the differences.
 * Null below two scenarios.
 */
export function pairedComponents(
  [first, second]: readonly [readonly (readonly number[])[], readonly (readonly number[])[]],
  judge: JudgeVariance | null = null,
): PairedComponents | null {
  const differences = first.map((cell, at) => mean(cell)! - mean(second[at]!)!);
  const spread = standardDeviation(differences);
  if (spread === null) return null;
  const cells = [...first, ...second];
  const freedom = cells.reduce((sum, cell) => sum + cell.length - 1, 0);
  if (freedom === 0)
    return {
      scenario: Math.max(0, spread ** 2 - 2 * (judge?.inScores ?? 0)),
      ...{ repeat: null, judge: judge?.one ?? null },
    };
  const within = cells.reduce((sum, cell) => sum + squares(cell), 0) / freedom;
  // Of the mean of a cell with so many repeats, in the mean over scenarios.
  const ofMeans = cells.reduce((sum, cell) => sum + within / cell.length, 0) / first.length;
  const scenario = Math.max(0, spread ** 2 - ofMeans);
  if (judge === null || judge.inScores === 0) return { scenario, repeat: within, judge: judge?.one ?? null };
  const known = Math.min(judge.inScores, within);
  return { scenario, repeat: within - known, judge: judge.one * (known / judge.inScores) };
}

function squares(values: readonly number[]): number {
  const centre = mean(values)!;
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}

/** Standard deviation of one scenario's difference with so many repeats and judgings, in the scores' unit. Where a component is not known its own do not help. */
export function spreadWith({ scenario, repeat, judge }: PairedComponents, { repeats, judgings }: Replication): number {
  return Math.sqrt(scenario + (2 * (repeat ?? 0)) / repeats + (2 * (judge ?? 0)) / (repeats * judgings));
}

/**
 * By which share of it a further share of the money takes down the variance of the mean difference, spent on scenarios, on repeats or on judgings: a derivative,
 * -d log(variance) / d log(cost). 1 for scenarios; for repeats the share of the variance that they divide; for judgings theirs, over their share of an execution's price.
 */
export function worthOfMoney(
  components: PairedComponents,
  { repeats, judgings }: Replication,
  price: { execution: number; judging: number },
): { scenarios: number; repeats: number; judgings: number | null } {
  const whole = spreadWith(components, { repeats, judgings }) ** 2;
  if (whole === 0) return { scenarios: 1, repeats: 0, judgings: components.judge === null ? null : 0 };
  const judged = (2 * (components.judge ?? 0)) / (repeats * judgings);
  const each = price.execution + judgings * price.judging;
  const share = judgings * price.judging === 0 ? 1 : (judgings * price.judging) / each;
  return {
    scenarios: 1,
    repeats: ((2 * (components.repeat ?? 0)) / repeats + judged) / whole,
    judgings: components.judge === null ? null : judged / whole / share,
  };
}

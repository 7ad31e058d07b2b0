import type { AnswerPair, Judge, PairwiseJudge, Preference } from "./judge.ts";

/** Overall scores nearer than this are a tie. */
const TIE = 0.005;

/** A preference from two judgements of one judge, each made without sight of the other answer: it cannot know a place. */
export function makeRubricPairwiseJudge(judge: Judge): PairwiseJudge {
  const { evaluator, standIn } = judge;
  return {
    evaluator,
    standIn,
    async prefer({ first, second }, signal) {
      const [a, b] = [await judge.judge(first, signal), await judge.judge(second, signal)];
      const attempts = [...a.attempts, ...b.attempts];
      const head = { evaluator, stand_in: standIn, attempts };
      if (!a.judgement || !b.judgement)
        return { ...head, type: "blocked", choice: null, reason: a.reason ?? b.reason ?? "no judgement" };
      const difference = a.judgement.overall_score - b.judgement.overall_score;
      return {
        ...head,
        type: "judged",
        choice: Math.abs(difference) < TIE ? "tie" : difference > 0 ? "first" : "second",
      };
    },
  };
}

/** A pair judged in both orders. */
export interface SwappedPreference {
  /** Preferred in both orders; `tie` where the choice went with the place, or was a tie either way. */
  winner: "a" | "b" | "tie" | null;
  /** The choice went with the place, not with the answer. */
  followedPlace: boolean;
  readings: readonly [Preference, Preference];
}

/** Which of two answers a judge prefers whichever stands first (Zheng et al. 2023: a win must survive the swap). Null when it gave no choice. */
export async function preferBothWays(
  judge: PairwiseJudge,
  { a, b }: { a: AnswerPair["first"]; b: AnswerPair["first"] },
  signal: AbortSignal,
): Promise<SwappedPreference> {
  const there = await judge.prefer({ first: a, second: b }, signal);
  const back = await judge.prefer({ first: b, second: a }, signal);
  const readings = [there, back] as const;
  if (there.choice === null || back.choice === null) return { winner: null, followedPlace: false, readings };
  const names = [
    { first: "a", second: "b", tie: "tie" } as const,
    { first: "b", second: "a", tie: "tie" } as const,
  ] as const;
  const [one, other] = [names[0][there.choice], names[1][back.choice]];
  return {
    winner: one === other ? one : "tie",
    followedPlace: there.choice === back.choice && there.choice !== "tie",
    readings,
  };
}

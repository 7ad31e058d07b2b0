import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { ExecutionKey, Extraction, Judgement, MetaVerdict, Verdict } from "../../record/domain/records.ts";

/** What a judge looks at: one execution's trace beside the truth. */
export interface JudgeCase {
  scenario: Scenario;
  extraction: Extraction;
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
}

/** A pair for the meta-judge: primary (A) and calibration (B) of the same execution. */
export interface JudgePair extends JudgeCase {
  a: Judgement;
  b: Judgement;
}

/** The part of a verdict that a judge decides; the stage adds the execution's key. */
export type JudgeOutcome = Omit<Verdict, keyof ExecutionKey>;
export type MetaOutcome = Omit<MetaVerdict, keyof ExecutionKey>;

/** One fresh context per call; never throws for a fault of a provider (that is a `blocked` outcome), only when aborted. */
export interface Judge {
  /** In every record; a deterministic one is labelled a stand-in. */
  readonly evaluator: string;
  readonly standIn: boolean;
  judge(judgeCase: JudgeCase, signal: AbortSignal): Promise<JudgeOutcome>;
}

export interface MetaJudge {
  readonly evaluator: string;
  readonly standIn: boolean;
  arbitrate(pair: JudgePair, signal: AbortSignal): Promise<MetaOutcome>;
}

/** Two answers to one question, in the order in which they are shown. */
export interface AnswerPair {
  first: JudgeCase;
  second: JudgeCase;
}

export interface Preference {
  type: "judged" | "blocked";
  evaluator: string;
  stand_in: boolean;
  /** Null when blocked. */
  choice: "first" | "second" | "tie" | null;
  reason?: string;
  attempts: Verdict["attempts"];
  usage?: Verdict["usage"];
}

/** Says which of two answers is better. Like `Judge`, it never throws for a provider's fault. */
export interface PairwiseJudge {
  readonly evaluator: string;
  readonly standIn: boolean;
  prefer(pair: AnswerPair, signal: AbortSignal): Promise<Preference>;
}

export interface JudgeThresholds {
  /** Least share of expected entities that a pass needs. Study: 0.8. */
  entity: number;
  /** Least alignment that a pass needs. Study: 0.7. */
  alignment: number;
}

import { type KeptDocument, useDocument } from "../service/use-document.ts";
import { testsBelow } from "./decide.ts";
import type { ScopeAnswer, ScopeDecision } from "./scope-items.ts";
import { firstCut, type Tier } from "./tiers.ts";

interface Decided extends Pick<KeptDocument<ScopeDecision>, "loaded" | "saved" | "trouble"> {
  decision: ScopeDecision;
  change(changes: (before: ScopeDecision) => Partial<ScopeDecision>): void;
}

interface DecisionOptions {
  threadId: string;
  question: string;
  answer: ScopeAnswer;
  /** Null while they are not known: until then nothing can be decided. */
  tiers: readonly Tier[] | null;
}

/** The decision on an answer's scope, kept with the thread as it is made. */
export function useDecision({ threadId, question, answer, tiers }: DecisionOptions): Decided {
  const { value, change, ...kept } = useDocument<ScopeDecision>({ threadId, kind: "scope", key: answer.id });
  const withFresh = (before: ScopeDecision | null) => before ?? undecided(question, answer, tiers ?? []);
  return {
    ...kept,
    loaded: kept.loaded && tiers !== null,
    decision: withFresh(value),
    change: (changes) =>
      change((before) => {
        const whole = withFresh(before);
        return { ...whole, ...changes(whole) };
      }),
  };
}

/** What stands before anybody has decided: the first tiers ticked. */
export function undecided(question: string, answer: ScopeAnswer, tiers: readonly Tier[]): ScopeDecision {
  const recommended = answer.items.map(({ id }) => id);
  return { question, recommended, dropped: [], added: [], below: testsBelow(tiers, firstCut(tiers)) };
}

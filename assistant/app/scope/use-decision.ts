import { type KeptDocument, useDocument } from "../service/use-document.ts";
import type { ScopeAnswer, ScopeDecision } from "./scope-items.ts";

interface Decided extends Pick<KeptDocument<ScopeDecision>, "loaded" | "saved" | "trouble"> {
  decision: ScopeDecision;
  change(changes: (before: ScopeDecision) => Partial<ScopeDecision>): void;
}

interface DecisionOptions {
  threadId: string;
  question: string;
  answer: ScopeAnswer;
}

/** The decision on an answer's scope, kept with the thread as it is made. */
export function useDecision({ threadId, question, answer }: DecisionOptions): Decided {
  const recommended = answer.items.map(({ id }) => id);
  const fresh: ScopeDecision = { question, recommended, dropped: [], added: [] };
  const { value, change, ...kept } = useDocument<ScopeDecision>({ threadId, kind: "scope", key: answer.id });
  const withFresh = (before: ScopeDecision | null) => ({ ...fresh, ...before });
  return {
    ...kept,
    decision: withFresh(value),
    change: (changes) =>
      change((before) => {
        const whole = withFresh(before);
        return { ...whole, ...changes(whole) };
      }),
  };
}

import { useEffect, useRef, useState } from "preact/hooks";
import { reasonOf } from "../service/client.ts";
import { readDocuments, writeDocument } from "../service/documents.ts";
import type { ScopeAnswer, ScopeDecision } from "./scope-items.ts";

interface Kept {
  decision: ScopeDecision;
  /** What became of it: "" before anything was changed. */
  saved: "" | "saving" | "saved" | "failed";
  trouble: string | null;
  change(changes: Partial<ScopeDecision>): void;
}

interface DecisionOptions {
  threadId: string;
  question: string;
  answer: ScopeAnswer;
}

/** The decision on an answer's scope, kept with the thread as it is made. */
export function useDecision({ threadId, question, answer }: DecisionOptions): Kept {
  const recommended = answer.items.map(({ id }) => id);
  const fresh: ScopeDecision = { question, recommended, dropped: [], added: [] };
  const [decision, setDecision] = useState(fresh);
  const [saved, setSaved] = useState<Kept["saved"]>("");
  const [trouble, setTrouble] = useState<string | null>(null);
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    readDocuments<ScopeDecision>(threadId, "scope").then(
      (documents) => {
        const mine = documents.find(({ key }) => key === answer.id)?.value;
        if (mine) setDecision({ ...fresh, ...mine });
      },
      (error: unknown) => setTrouble(reasonOf(error)),
    );
  }, [threadId, answer.id]);
  const change = (changes: Partial<ScopeDecision>) => {
    const next = { ...decision, ...changes };
    setDecision(next);
    setSaved("saving");
    // One after the other: the last decision is the one that stays.
    writing.current = writing.current.then(() => writeDocument(threadId, { kind: "scope", key: answer.id }, next));
    const mine = writing.current;
    mine.then(
      () => mine === writing.current && setSaved("saved"),
      (error: unknown) => {
        writing.current = Promise.resolve();
        setSaved("failed");
        setTrouble(reasonOf(error));
      },
    );
  };
  return { decision, saved, trouble, change };
}

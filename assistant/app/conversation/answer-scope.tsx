import { coverageKey, readCoverage } from "../scope/coverage.ts";
import { Gaps } from "../scope/gaps.tsx";
import { Scope } from "../scope/scope.tsx";
import type { ScopeAnswer } from "../scope/scope-items.ts";
import type { Item } from "../service/items.ts";
import type { Step } from "../service/wire.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { Nearest } from "./nearest.tsx";

interface AnswerScopeProps {
  threadId: string;
  question: string;
  /** The question, with those before it on its thread. */
  asked: string;
  answer: ScopeAnswer;
  /** Of its own turn. */
  steps: readonly Step[];
  /** Of the thread up to it. */
  soFar: readonly Step[];
  askAbout(item: Item): void;
}

/** An answer's tests, and what of it has none: the second goes with the first wherever it is saved. */
export function AnswerScope({ threadId, question, asked, answer, steps, soFar, askAbout }: AnswerScopeProps) {
  const { value, failed } = useLoaded(() => readCoverage(steps, answer.gaps), `${answer.id} ${coverageKey(steps)}`);
  const coverage = value ?? (failed === undefined ? null : `Coverage could not be read: ${failed}`);
  return (
    <>
      <Scope {...{ threadId, question, asked, answer, coverage }} steps={soFar} />
      {answer.items.length === 0 && <Nearest question={question} ask={askAbout} />}
      <Gaps coverage={value} failed={failed} />
    </>
  );
}

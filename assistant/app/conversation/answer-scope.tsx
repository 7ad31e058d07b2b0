import type { ComponentChildren } from "preact";
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
  /** What stands below: shown once all above it is there, so that nothing of it moves from under a press. */
  children: ComponentChildren;
}

/** An answer's tests and its untested items, which are saved together. */
export function AnswerScope(props: AnswerScopeProps) {
  const { threadId, question, asked, answer, steps, soFar, askAbout, children } = props;
  const { value, failed } = useLoaded(() => readCoverage(steps, answer.gaps), `${answer.id} ${coverageKey(steps)}`);
  const coverage = value ?? (failed === undefined ? null : `Coverage could not be read: ${failed}`);
  return (
    <Scope {...{ threadId, question, asked, answer, coverage }} steps={soFar}>
      {coverage !== null && (
        <>
          <Gaps coverage={value} failed={failed} />
          {answer.items.length > 0 ? children : <Nearest question={question} ask={askAbout} below={children} />}
        </>
      )}
    </Scope>
  );
}

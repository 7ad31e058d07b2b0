import type { ComponentChildren } from "preact";
import { NearItems } from "../ask/near-items.tsx";
import { splitQuestion } from "../ask/question.ts";
import { coverageKey, readCoverage } from "../scope/coverage.ts";
import { Gaps } from "../scope/gaps.tsx";
import { Scope } from "../scope/scope.tsx";
import type { ScopeAnswer } from "../scope/scope-items.ts";
import { readChange } from "../service/changes.ts";
import type { Item } from "../service/items.ts";
import type { Step } from "../service/wire.ts";
import { useLoaded } from "../ui/use-loaded.ts";

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

interface NearestProps {
  question: string;
  ask(item: Item): void;
  /** Shown once the records are there. */
  below: ComponentChildren;
}

/** Where an answer recommends nothing: the records nearest to the question, to ask about one of them instead. This is the page's own search. */
function Nearest({ question, ask, below }: NearestProps) {
  const { words, told } = splitQuestion(question);
  const { value, failed } = useLoaded(() => readChange(`${words}\n${told}`), question);
  return (
    <>
      <NearItems
        near={value?.near ?? []}
        words="Nothing is recommended. Nearest to the question in the records, by words and meaning:"
        verb="ask about"
        choose={ask}
      />
      {(value !== undefined || failed !== undefined) && below}
    </>
  );
}

import { useContext } from "preact/hooks";
import { CitedItems, listsRecords } from "../scope/cited-items.tsx";
import { Rating } from "../scope/rating.tsx";
import { readAnswer } from "../scope/scope-items.ts";
import { Unseen } from "../scope/unseen.tsx";
import type { Item } from "../service/items.ts";
import { Records } from "../service/records.ts";
import type { SourceTokens } from "../service/sources.ts";
import type { Step } from "../service/wire.ts";
import { Prose } from "../ui/text.tsx";
import { AnswerScope } from "./answer-scope.tsx";
import { Nearest } from "./nearest.tsx";
import { QuestionPart } from "./question-part.tsx";
import { Steps } from "./steps.tsx";
import type { Turn } from "./turns.ts";

interface TurnPartProps {
  turn: Turn;
  /** What was asked and done before it on its thread. */
  earlier: readonly Turn[];
  /** Calls that the state does not tell of yet. */
  live: readonly Step[];
  busy: boolean;
  threadId: string;
  /** Tokens of this page, to open what is cited. */
  sources: SourceTokens;
  /** Asks about a record, in the same thread. */
  askAbout(item: Item): void;
}

/** A question with what was done for it and what came of it. */
export function TurnPart({ turn, earlier, live, busy, threadId, sources, askAbout }: TurnPartProps) {
  const steps = [...turn.steps, ...live.filter(({ index }) => !turn.steps.some((step) => step.index === index))];
  const ordered = steps.sort((a, b) => a.index - b.index);
  const answer = turn.answer && readAnswer(turn.answer);
  const below = answer && (
    <Unseen steps={ordered} threadId={threadId}>
      <Rating threadId={threadId} answerId={answer.id} />
    </Unseen>
  );
  const hasReports = useContext(Records) === "reports";
  const isList = hasReports || listsRecords(ordered);
  // What is near is searched for in the records: of live sources there are none.
  const isEmpty = hasReports && answer?.items.length === 0;
  const soFar = [...earlier.flatMap((one) => one.steps), ...ordered];
  return (
    <article>
      <QuestionPart text={turn.question} threadId={threadId} />
      {/* Above what grows: while an answer is written, its steps can be opened. */}
      <Steps steps={ordered} busy={busy} answered={Boolean(answer)} threadId={threadId} />
      {answer && (
        <>
          <Prose text={answer.prose} />
          {/* What it rests on is stored when the run is over. */}
          {!busy && turn.answer?.asksBack && <Rating threadId={threadId} answerId={answer.id} />}
          {!busy && !turn.answer?.asksBack && isList && (
            <CitedItems answer={answer} steps={ordered} threadId={threadId} tokens={sources}>
              {isEmpty ? <Nearest question={turn.question} ask={askAbout} below={below} /> : below}
            </CitedItems>
          )}
          {!busy && !turn.answer?.asksBack && !isList && (
            <AnswerScope
              threadId={threadId}
              question={turn.question}
              asked={[...earlier, turn].map(({ question }) => question).join("\n")}
              answer={answer}
              steps={ordered}
              soFar={soFar}
              askAbout={askAbout}
            >
              {below}
            </AnswerScope>
          )}
        </>
      )}
    </article>
  );
}

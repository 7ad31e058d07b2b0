import { useState } from "preact/hooks";
import { QuestionPart } from "../conversation/question-part.tsx";
import { lineOf } from "../conversation/steps.tsx";
import type { Turn } from "../conversation/turns.ts";
import { outcomeOf } from "../conversation/words.ts";
import { CitedItems, listsRecords } from "../scope/cited-items.tsx";
import type { Coverage } from "../scope/coverage.ts";
import { Evidence } from "../scope/evidence.tsx";
import { CoverageText } from "../scope/gaps.tsx";
import { linesOf, readAnswer, type ScopeAnswer, type ScopeLine } from "../scope/scope-items.ts";
import { undecided } from "../scope/use-decision.ts";
import { useTiers } from "../scope/use-tiers.ts";
import type { SharedThread } from "../service/shares.ts";
import { countOf, Prose, Spans } from "../ui/text.tsx";

interface SharedTurnProps {
  turn: Turn;
  /** What was asked and done before it. */
  earlier: readonly Turn[];
  shared: SharedThread;
}

const NOTHING = { id: "", text: "", asksBack: false };

export function SharedTurn({ turn, earlier, shared: { scopes, coverage } }: SharedTurnProps) {
  const read = readAnswer(turn.answer ?? NOTHING);
  const answer = turn.answer && read;
  const all = [...earlier, turn];
  const { tiers, failed } = useTiers({
    threadId: "",
    tests: read.items.map(({ id }) => id),
    steps: all.flatMap(({ steps }) => steps),
    asked: all.map(({ question }) => question).join("\n"),
  });
  const decision = scopes.find(({ key }) => key === answer?.id)?.value ?? undecided(turn.question, read, tiers ?? []);
  const hasOwnList = listsRecords(turn.steps) || turn.answer?.asksBack === true;
  const lines = tiers && !hasOwnList ? linesOf(read, decision, { records: new Map(), tiers }) : [];
  const kept = lines.filter((line) => line.kept).length;
  return (
    <article>
      <QuestionPart text={turn.question} threadId="" />
      {answer ? <Prose text={answer.prose} /> : <p>It has no answer.</p>}
      {failed !== undefined && <p class="bad">{`How the tests were found could not be read: ${failed}`}</p>}
      {lines.length > 0 && <p class="caption">{`${kept} of ${countOf(lines.length, "test")} kept`}</p>}
      <ol class="shared-scope">
        {lines.map((line, index) => (
          <Line key={line.id} line={line} answer={answer!} isFirst={lines[index - 1]?.tier !== line.tier} />
        ))}
      </ol>
      {answer && hasOwnList && <CitedItems answer={answer} steps={turn.steps} threadId="" tokens={null} />}
      {answer && !hasOwnList && <KeptCoverage value={coverage.find(({ key }) => key === answer.id)?.value} />}
      <details>
        <summary>{`how it was found: ${countOf(turn.steps.length, "step")}`}</summary>
        <ol>
          {turn.steps.map((step) => (
            <li key={step.index}>{`${lineOf(step)}: ${outcomeOf(step)}`}</li>
          ))}
        </ol>
      </details>
    </article>
  );
}

function KeptCoverage({ value }: { value: Coverage | undefined }) {
  if (value) return <CoverageText coverage={value} />;
  return <p class="caption">What of it has no test was not kept with the link.</p>;
}

/** The first of a tier says which one it is. */
function Line({ line, answer, isFirst }: { line: ScopeLine; answer: ScopeAnswer; isFirst: boolean }) {
  const { id, title, kept, why, dropped, tier } = line;
  const [opened, open] = useState<{ path: string; title: string } | null>(null);
  const cited = answer.items.find((item) => item.id === id)?.cited ?? [];
  return (
    <li class={kept ? undefined : "dropped"}>
      {isFirst && <p class="caption">{tier}</p>}
      <code>{id}</code> {title} <Spans text={why} />
      {!kept && <strong>{dropped === "" ? " Left out." : ` Left out: ${dropped}`}</strong>}{" "}
      {cited.map((label) => {
        const { title: source = label, path = null } = answer.sources.get(label) ?? {};
        return (
          path !== null && (
            <button
              key={label}
              type="button"
              class="source"
              aria-label={`${label}, ${source}, for ${id}`}
              onClick={() => open({ path, title: source })}
            >
              {label}
            </button>
          )
        );
      })}
      {opened && <Evidence threadId="" {...opened} testId={id} onClose={() => open(null)} />}
    </li>
  );
}

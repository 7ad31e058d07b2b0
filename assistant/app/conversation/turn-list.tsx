import type { Item } from "../service/items.ts";
import type { SourceTokens } from "../service/sources.ts";
import type { NO_CONVERSATION } from "./conversation.ts";
import { lineOf } from "./steps.tsx";
import { TurnPart } from "./turn.tsx";
import { turnsOf } from "./turns.ts";
import { Welcome } from "./welcome.tsx";
import { outcomeOf } from "./words.ts";

interface TurnsProps {
  state: typeof NO_CONVERSATION;
  sources: SourceTokens;
  askAbout(item: Item): void;
  /** A question in words alone. */
  ask(question: string): void;
}

/** A thread's questions and answers, told of to screen readers as they come. */
export function Turns({ state: { thread, values, steps, run }, sources, askAbout, ask }: TurnsProps) {
  const turns = turnsOf(values);
  const busy = run !== null;
  const last = steps.at(-1);
  return (
    <div class="turns">
      {turns.length === 0 && thread === null && <Welcome ask={ask} />}
      {turns.map((turn, index) => (
        <TurnPart
          key={turn.id}
          turn={turn}
          earlier={turns.slice(0, index)}
          live={index === turns.length - 1 ? steps : []}
          busy={busy && index === turns.length - 1}
          threadId={thread?.id ?? ""}
          sources={sources}
          askAbout={askAbout}
        />
      ))}
      <p class="sr" role="status">
        {busy
          ? last
            ? `${lineOf(last)}: ${outcomeOf(last)}`
            : "The agent is at work."
          : turns.at(-1)?.answer
            ? turns.at(-1)?.answer?.asksBack
              ? "The agent asks back."
              : "The answer is there."
            : ""}
      </p>
    </div>
  );
}

import type { Client } from "@langchain/langgraph-sdk/client";
import { useContext, useEffect, useState } from "preact/hooks";
import { LiveThread, NO_CONVERSATION } from "../conversation/conversation.ts";
import { turnsOf } from "../conversation/turns.ts";
import { RecordDialog } from "../scope/record.tsx";
import { readAnswer } from "../scope/scope-items.ts";
import { Records } from "../service/records.ts";
import { countOf, Prose, Spans } from "../ui/text.tsx";
import type { ComparedAnswer } from "./preference.ts";

interface AnswerSideProps {
  client: Client;
  title: string;
  answer: ComparedAnswer;
  /** Null while it is hidden. */
  name: string | null;
  /** An answer that is there may wait for the other one: who is quick would be known by it. */
  shown: boolean;
  onDone(): void;
}

/** One of two answers: what it says and which tests, nothing that tells whose it is. */
export function AnswerSide({ client, title, answer, name, shown, onDone }: AnswerSideProps) {
  const state = useThread(client, answer.thread_id);
  const kind = useContext(Records);
  const [opened, setOpened] = useState<string | null>(null);
  const turn = turnsOf(state.values)[0];
  const over = state.run === null && (turn?.answer != null || state.trouble !== null);
  useEffect(() => {
    if (over) onDone();
  }, [over]);
  const read = shown && turn?.answer ? readAnswer(turn.answer) : null;
  return (
    <section aria-label={title}>
      <h3>{name === null ? title : `${title}: ${name}`}</h3>
      {!over && <p aria-busy="true">at work …</p>}
      {over && !shown && <p>The answer is there; it is shown when both are.</p>}
      {shown && state.trouble !== null && <p class="bad">{state.trouble}</p>}
      {read && (
        <>
          <Prose text={read.prose} />
          {read.items.length > 0 && <p class="caption">{countOf(read.items.length, kind.slice(0, -1))}</p>}
          <ol>
            {read.items.map(({ id, reason }) => (
              <li key={id}>
                <button type="button" class="link" onClick={() => setOpened(id)}>
                  <code>{id}</code>
                </button>{" "}
                <Spans text={reason} />
              </li>
            ))}
          </ol>
        </>
      )}
      {name !== null && <a href={`#thread=${answer.thread_id}`}>Go on with this one</a>}
      {opened !== null && <RecordDialog id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** A thread as it goes. */
function useThread(client: Client, id: string) {
  const [state, setState] = useState(NO_CONVERSATION);
  useEffect(() => {
    const conversation = new LiveThread(client, setState);
    void conversation.open(id);
    return () => void conversation.open(null);
  }, [client, id]);
  return state;
}

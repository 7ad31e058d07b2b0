import type { Client } from "@langchain/langgraph-sdk/client";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Composer } from "./ask/composer.tsx";
import { type AskedText, composeQuestion } from "./ask/question.ts";
import { SourceChoice, type SourceWish, tokensOf } from "./ask/source-choice.tsx";
import { Comparison } from "./compare/comparison.tsx";
import { startComparison } from "./compare/start.ts";
import { Approved } from "./conversation/approved.tsx";
import { Caps } from "./conversation/caps.tsx";
import { LiveThread, NO_CONVERSATION, type SafeMode } from "./conversation/conversation.ts";
import { Review } from "./conversation/review.tsx";
import { Turns } from "./conversation/turn-list.tsx";
import { turnsOf } from "./conversation/turns.ts";
import { reasonOf } from "./service/client.ts";
import type { Item } from "./service/items.ts";
import type { OfferedSource } from "./service/sources.ts";
import type { AssistantInfo } from "./service/wire.ts";
import { ShareDialog } from "./share/share-dialog.tsx";
import { type ListedThread, Threads } from "./threads.tsx";

interface PageProps {
  client: Client;
  assistants: readonly AssistantInfo[];
  /** Live sources that can be ticked. */
  offered: readonly OfferedSource[];
  /** Tools whose calls wait for a decision by default. */
  standard: readonly string[];
  keepDays: number | null;
}

interface Asked extends AskedText {
  assistantIds: readonly [string, string];
  blind: boolean;
}

/** The page: threads at the side, one thread's questions and answers, and where one asks. */
export function Page({ client, assistants, offered, standard, keepDays }: PageProps) {
  const [state, setState] = useState(NO_CONVERSATION);
  const conversation = useMemo(() => new LiveThread(client, setState), [client]);
  // Null until somebody says: then the thread's own rule holds, of a new one the service's.
  const [saidSafe, saySafe] = useState<boolean | null>(null);
  const rule = state.reviewed ?? standard;
  const isSafe = saidSafe ?? rule.length > 0;
  const tools = [rule, standard].find(({ length }) => length > 0);
  const safeMode: SafeMode = isSafe && (tools ?? true);
  const { threads, trouble, refresh, remove } = useThreads(client);
  const [comparison, setComparison] = useState<string | null>(null);
  const [wishes, setWishes] = useState<Readonly<Record<string, SourceWish>>>({});
  const sources = tokensOf(wishes);
  const [sharing, setSharing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const threadId = state.thread?.id ?? null;
  // Before anything is painted: a thread's page is no empty one first.
  useLayoutEffect(() => {
    const open = () => {
      const address = new URLSearchParams(location.hash.slice(1));
      setComparison(address.get("compare"));
      saySafe(null);
      void conversation.open(address.get("thread"));
    };
    addEventListener("hashchange", open);
    open();
    return () => removeEventListener("hashchange", open);
  }, [conversation]);
  useEffect(() => void refresh(), [threadId, comparison, state.run === null]);
  const ask = async (asked: AskedText & { assistantId: string }) => {
    const id = await conversation.ask({ ...asked, safeMode, sources });
    if (id === null) return false;
    if (conversation.state.thread?.id !== id) return true; // Another has been opened meanwhile.
    setComparison(null);
    history.pushState(null, "", `#thread=${id}`);
    return true;
  };
  const turns = turnsOf(state.values);
  const askAbout = (item: Item) => {
    const about = composeQuestion({ words: "", change: null, items: [item] }, turns.length + 1);
    void ask({ ...about, assistantId: state.thread?.assistantId ?? "" });
  };
  const compare = async ({ assistantIds, ...asked }: Asked) => {
    const [one, other] = assistantIds.map((id) => assistants.find(({ assistant_id }) => assistant_id === id)!);
    setFailed(null);
    return startComparison(client, { ...asked, sources, assistants: [one!, other!] }).then(
      (address) => {
        location.hash = address;
        return true;
      },
      (error: unknown) => {
        setFailed(reasonOf(error));
        return false;
      },
    );
  };
  const isLost = !state.loaded && state.trouble !== null;
  const said = state.trouble ?? trouble ?? failed;
  return (
    <div class="assistant">
      {/* First of all: whoever uses the keyboard comes to ask. Behind "#" stands which thread is shown. */}
      <button type="button" class="to-question" onClick={() => document.getElementById("question")?.focus()}>
        Go to the question
      </button>
      <main>
        {comparison === null && turns.length > 0 && (
          <button type="button" class="share" onClick={() => setSharing(true)}>
            Share to read
          </button>
        )}
        {sharing && threadId !== null && (
          <ShareDialog threadId={threadId} turns={turns} onClose={() => setSharing(false)} />
        )}
        {comparison !== null ? (
          <Comparison client={client} threads={comparison} />
        ) : (
          <Turns
            state={state}
            sources={sources}
            askAbout={askAbout}
            ask={(question) => void ask({ question, file: null, assistantId: assistants[0]?.assistant_id ?? "" })}
          />
        )}
        {said && (
          <p class="bad" role="alert">
            {said}
            {isLost && (
              <>
                . To ask, begin with <a href="#new">New question</a>.
              </>
            )}
          </p>
        )}
        <div aria-live="polite">
          {state.pause && (
            <Review
              key={state.pause.id}
              pause={state.pause}
              decide={(decision) =>
                conversation.decide(decision, { sources, safeMode: saidSafe === null ? undefined : safeMode })
              }
            />
          )}
        </div>
        {threadId !== null && (isSafe || state.pause) && (
          <Approved threadId={threadId} key={`${threadId} ${state.run}`} />
        )}
        {/* Below what is decided: it comes and grows while that is read. */}
        {state.usage && <Caps usage={state.usage} />}
        <SourceChoice
          offered={offered}
          wishes={wishes}
          setWish={(source, wish) => setWishes((before) => ({ ...before, [source]: wish }))}
        />
        <Composer
          assistants={assistants}
          assistantId={state.thread?.assistantId ?? null}
          ready={state.loaded}
          lost={isLost}
          busy={state.run !== null}
          asked={turns.at(-1)?.answer?.asksBack === true}
          turn={turns.length + 1}
          safeMode={isSafe}
          setSafeMode={saySafe}
          ask={ask}
          compare={compare}
          stop={() => void conversation.cancel()}
        />
      </main>
      <aside>
        <h1>scopebench</h1>
        <a class="new" href="#new">
          New question
        </a>
        <Threads
          threads={threads}
          current={threadId}
          keepDays={keepDays}
          remove={async (id) => {
            await remove(id);
            if (id === threadId) location.hash = "";
          }}
        />
      </aside>
    </div>
  );
}

/** One's threads, newest first; read anew by `refresh`. */
function useThreads(client: Client) {
  const [threads, setThreads] = useState<readonly ListedThread[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const told = (work: Promise<unknown>) =>
    work.then(
      () => setTrouble(null),
      (error: unknown) => setTrouble(reasonOf(error)),
    );
  // Answers come in any order: the list is that of who asked last.
  const asked = useRef(0);
  const refresh = () => {
    const mine = ++asked.current;
    const show = (found: unknown) => mine === asked.current && setThreads(found as ListedThread[]);
    return told(client.threads.search({ limit: 1000 }).then(show));
  };
  const remove = (id: string) => told(client.threads.delete(id).then(refresh));
  return { threads, trouble, refresh, remove };
}

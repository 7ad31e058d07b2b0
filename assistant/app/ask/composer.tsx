import { useRef, useState } from "preact/hooks";
import type { Item } from "../service/items.ts";
import type { AssistantInfo } from "../service/wire.ts";
import { Chips } from "../ui/chips.tsx";
import { Advanced } from "./advanced.tsx";
import { Change } from "./change.tsx";
import { ItemPicker } from "./item-picker.tsx";
import { type AskedText, type ComposedQuestion, composeQuestion } from "./question.ts";
import { Words } from "./words.tsx";

interface ComposerProps {
  assistants: readonly AssistantInfo[];
  /** The thread's own, where it has one. */
  assistantId: string | null;
  /** False while the thread is being read, and where it cannot be. */
  ready: boolean;
  /** The thread cannot be read: nothing can be asked on it. */
  lost: boolean;
  busy: boolean;
  /** The agent has asked back, and this is where one answers. */
  asked: boolean;
  safeMode: boolean;
  setSafeMode(on: boolean): void;
  /** Which question of its thread the next one is, from 1. */
  turn: number;
  /** Gives false where it is not asked: then it stands there again. */
  ask(question: AskedText & { assistantId: string }): Promise<boolean>;
  /** Two configurations the same question, in a new comparison. */
  compare(question: AskedText & { assistantIds: readonly [string, string]; blind: boolean }): Promise<boolean>;
  stop(): void;
}

const EMPTY: ComposedQuestion = { words: "", change: null, items: [] };

/** Where one asks: in words, by a change that is pasted or opened, by items that are picked. */
export function Composer(props: ComposerProps) {
  const { assistants, assistantId, ready, lost, busy, safeMode, setSafeMode, turn, ask, compare, stop } = props;
  const [question, setQuestion] = useState(EMPTY);
  const [chosen, choose] = useState(assistants[0]?.assistant_id ?? "");
  const [other, chooseOther] = useState("");
  const [blind, setBlind] = useState(true);
  const [unfolded, unfold] = useState(false);
  const set = (changes: Partial<ComposedQuestion>) => setQuestion((before) => ({ ...before, ...changes }));
  const empty = question.words.trim() === "" && question.change === null && question.items.length === 0;
  // After an answer there is one line; what else one can ask with is unfolded by a press, never by itself.
  // Of a thread that is being read too: it does not change its height when that is there.
  const small = (turn > 1 || !ready) && !unfolded && question.change === null && question.items.length === 0;
  const reading = question.change !== null && !question.change.read;
  const paste = (raw: string) => set({ change: { raw, told: "", found: null, read: false } });
  const send = async (event: Event) => {
    event.preventDefault();
    if (empty || busy || reading || !ready) return;
    const asked = composeQuestion(question, turn);
    setQuestion(EMPTY);
    unfold(false);
    chooseOther("");
    const isTaken = await (other !== "" && assistantId === null
      ? compare({ ...asked, assistantIds: [chosen, other], blind })
      : ask({ ...asked, assistantId: assistantId ?? chosen }));
    if (!isTaken) setQuestion((since) => (since === EMPTY ? question : since));
  };
  return (
    <form class="composer" aria-label="ask" onSubmit={send}>
      <Chips
        label="items"
        chips={question.items.map(({ id, title }) => ({ id, text: title }))}
        removal={(id) => `take out ${id}`}
        remove={(id) => set({ items: question.items.filter((item) => item.id !== id) })}
      />
      {question.change && (
        <Change
          change={question.change}
          items={question.items}
          onRead={(change) => set({ change, items: (change.found?.items ?? []).reduce(withItem, question.items) })}
          onTold={(told) => set({ change: { ...question.change!, told } })}
          add={(item) => set({ items: withItem(question.items, item) })}
          remove={() => set({ change: null })}
        />
      )}
      <Words
        words={question.words}
        small={small}
        asked={props.asked}
        onInput={(words) => set({ words })}
        onChange={paste}
        onEnter={send}
      />
      <div class="row">
        <button class="primary" type="submit" disabled={busy || empty || reading || !ready}>
          Ask
        </button>
        {busy && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        {lost && <p class="caption">Nothing can be asked on a thread that could not be opened.</p>}
        {small && (
          <button type="button" aria-expanded={false} onClick={() => unfold(true)}>
            Add an item or a change
          </button>
        )}
        {!small && (
          <>
            <ItemPicker
              label="add an item"
              placeholder="add an item by id, title or alias"
              onPick={(item) => set({ items: withItem(question.items, item) })}
            />
            <OpenFile onText={paste} />
          </>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={safeMode}
            disabled={!ready}
            onInput={(event) => setSafeMode(event.currentTarget.checked)}
          />{" "}
          ask me before each step
        </label>
      </div>
      <Advanced
        {...{ assistants, other, chooseOther, blind, setBlind }}
        chosen={assistantId ?? chosen}
        choose={choose}
        fixed={assistantId !== null || !ready}
      />
    </form>
  );
}

function withItem(items: readonly Item[], item: Item): Item[] {
  return [...items.filter(({ id }) => id !== item.id), item];
}

/** A change from a file. */
function OpenFile({ onText }: { onText(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const read = async () => {
    const file = input.current?.files?.[0];
    if (file) onText(await file.text());
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Open a change
      </button>
      <input ref={input} type="file" class="sr" tabIndex={-1} aria-label="file with a change" onChange={read} />
    </>
  );
}

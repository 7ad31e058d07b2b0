import { useRef, useState } from "preact/hooks";
import type { Item } from "../service/items.ts";
import type { AssistantInfo } from "../service/wire.ts";
import { Change } from "./change.tsx";
import { ConfigurationChoice } from "./configuration-choice.tsx";
import { ItemPicker } from "./item-picker.tsx";
import { type AskedText, type ComposedQuestion, composeQuestion, isChange } from "./question.ts";

interface ComposerProps {
  assistants: readonly AssistantInfo[];
  /** The thread's own, where it has one. */
  assistantId: string | null;
  busy: boolean;
  safeMode: boolean;
  setSafeMode(on: boolean): void;
  /** Which question of its thread the next one is, from 1. */
  turn: number;
  ask(question: AskedText & { assistantId: string }): void;
  /** Two configurations the same question, in a new comparison. */
  compare(question: AskedText & { assistantIds: readonly [string, string]; blind: boolean }): void;
  stop(): void;
}

const EMPTY: ComposedQuestion = { words: "", change: null, items: [] };

/** Where one asks: in words, by a change that is pasted or opened, by items that are picked. */
export function Composer(props: ComposerProps) {
  const { assistants, assistantId, busy, safeMode, setSafeMode, turn, ask, compare, stop } = props;
  const [question, setQuestion] = useState(EMPTY);
  const [chosen, choose] = useState(assistants[0]?.assistant_id ?? "");
  const [other, chooseOther] = useState("");
  const [blind, setBlind] = useState(true);
  const set = (changes: Partial<ComposedQuestion>) => setQuestion((before) => ({ ...before, ...changes }));
  const empty = question.words.trim() === "" && question.change === null && question.items.length === 0;
  const reading = question.change !== null && question.change.found === null && question.change.told === "";
  const paste = (raw: string) => set({ change: { raw, told: "", found: null } });
  const send = (event: Event) => {
    event.preventDefault();
    if (empty || busy || reading) return;
    const asked = composeQuestion(question, turn);
    if (other !== "" && assistantId === null) compare({ ...asked, assistantIds: [chosen, other], blind });
    else ask({ ...asked, assistantId: assistantId ?? chosen });
    setQuestion(EMPTY);
  };
  return (
    <form class="composer" aria-label="ask" onSubmit={send}>
      <Items items={question.items} remove={(id) => set({ items: question.items.filter((item) => item.id !== id) })} />
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
      <Words words={question.words} onInput={(words) => set({ words })} onChange={paste} onEnter={send} />
      <div class="row">
        <button class="primary" type="submit" disabled={busy || empty || reading}>
          Ask
        </button>
        {busy && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        <ItemPicker
          label="add an item"
          placeholder="add an item by id, title or alias"
          onPick={(item) => set({ items: withItem(question.items, item) })}
        />
        <OpenFile onText={paste} />
      </div>
      <div class="row settings">
        <ConfigurationChoice
          label="configuration"
          assistants={assistants}
          value={assistantId ?? chosen}
          disabled={assistantId !== null}
          onChoose={choose}
        />
        {assistantId === null && assistants.length > 1 && (
          <CompareWith
            assistants={assistants.filter(({ assistant_id }) => assistant_id !== chosen)}
            {...{ other, chooseOther, blind, setBlind }}
          />
        )}
        <label class="check">
          <input type="checkbox" checked={safeMode} onInput={(event) => setSafeMode(event.currentTarget.checked)} /> ask
          me before each step
        </label>
      </div>
    </form>
  );
}

interface CompareWithProps {
  assistants: readonly AssistantInfo[];
  other: string;
  chooseOther(assistantId: string): void;
  blind: boolean;
  setBlind(on: boolean): void;
}

function CompareWith({ assistants, other, chooseOther, blind, setBlind }: CompareWithProps) {
  return (
    <>
      <ConfigurationChoice
        label="compare with"
        assistants={assistants}
        none="compare with no other"
        value={other}
        onChoose={chooseOther}
      />
      {other !== "" && (
        <label class="check">
          <input type="checkbox" checked={blind} onInput={(event) => setBlind(event.currentTarget.checked)} /> hide
          names
        </label>
      )}
    </>
  );
}

function withItem(items: readonly Item[], item: Item): Item[] {
  return [...items.filter(({ id }) => id !== item.id), item];
}

interface WordsProps {
  words: string;
  onInput(words: string): void;
  onChange(change: string): void;
  onEnter(event: Event): void;
}

function Words({ words, onInput, onChange, onEnter }: WordsProps) {
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isChange(text)) return;
    event.preventDefault();
    onChange(text);
  };
  return (
    <textarea
      rows={2}
      aria-label="question"
      placeholder="Which tests matter for this change? Ask in words, paste a diff or a requirement, or add items."
      value={words}
      onInput={(event) => onInput(event.currentTarget.value)}
      onPaste={paste}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) onEnter(event);
      }}
    />
  );
}

function Items({ items, remove }: { items: readonly Item[]; remove(id: string): void }) {
  if (items.length === 0) return null;
  return (
    <ul class="chips" aria-label="items">
      {items.map(({ id, title }) => (
        <li key={id}>
          <code>{id}</code> <span>{title}</span>{" "}
          <button type="button" class="remove" aria-label={`take out ${id}`} onClick={() => remove(id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

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

import { useContext } from "preact/hooks";
import { Records } from "../service/records.ts";
import type { RecordsKind } from "../service/wire.ts";
import { isChange } from "./question.ts";

interface WordsProps {
  words: string;
  /** One line, which grows with what is typed. */
  small: boolean;
  /** The agent has asked back. */
  asked: boolean;
  onInput(words: string): void;
  onChange(change: string): void;
  onEnter(event: Event): void;
}

const FIRST: Readonly<Record<RecordsKind, string>> = {
  tests: "Which tests matter for this change? Ask in words, paste a diff or a requirement, or add items.",
  reports: "Has this been reported before? Ask in words, paste an error message, or add a report.",
};

/** The question in words; a change that is pasted is taken as one. */
export function Words({ words, small, asked, onInput, onChange, onEnter }: WordsProps) {
  const records = useContext(Records);
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isChange(text)) return;
    event.preventDefault();
    onChange(text);
  };
  return (
    <textarea
      id="question"
      rows={small ? 1 : 2}
      aria-label="question"
      placeholder={asked ? "Answer the question." : small ? "Ask on, or narrow what was found." : FIRST[records]}
      value={words}
      onInput={(event) => onInput(event.currentTarget.value)}
      onPaste={paste}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) onEnter(event);
      }}
    />
  );
}

import { isChange } from "./question.ts";

interface WordsProps {
  words: string;
  /** One line, which grows with what is typed. */
  small: boolean;
  onInput(words: string): void;
  onChange(change: string): void;
  onEnter(event: Event): void;
}

/** The question in words; a change that is pasted is taken as one. */
export function Words({ words, small, onInput, onChange, onEnter }: WordsProps) {
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
      placeholder={
        small
          ? "Ask on, or narrow what was found."
          : "Which tests matter for this change? Ask in words, paste a diff or a requirement, or add items."
      }
      value={words}
      onInput={(event) => onInput(event.currentTarget.value)}
      onPaste={paste}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) onEnter(event);
      }}
    />
  );
}

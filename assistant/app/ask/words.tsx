import { isChange } from "./question.ts";

interface WordsProps {
  words: string;
  onInput(words: string): void;
  onChange(change: string): void;
  onEnter(event: Event): void;
}

/** The question in words; a change that is pasted is taken as one. */
export function Words({ words, onInput, onChange, onEnter }: WordsProps) {
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

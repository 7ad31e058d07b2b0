import { useRef } from "preact/hooks";

/** A change from a file. */
export function OpenFile({ onText }: { onText(text: string): void }) {
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

interface ChipsProps {
  label: string;
  chips: readonly { id: string; text: string }[];
  /** What taking one away does, as a screen reader says it. */
  removal(id: string): string;
  remove(id: string): void;
}

/** Things that were chosen, each to be taken away; nothing where there are none. */
export function Chips({ label, chips, removal, remove }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={label}>
      {chips.map(({ id, text }) => (
        <li key={id}>
          <code>{id}</code> <span>{text}</span>{" "}
          <button type="button" class="remove" aria-label={removal(id)} onClick={() => remove(id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

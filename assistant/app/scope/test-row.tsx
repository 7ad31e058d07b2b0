import { useLayoutEffect, useState } from "preact/hooks";
import { Spans } from "../ui/text.tsx";
import { type CitedSource, reasonBeside, type ScopeItem } from "./scope-items.ts";

interface TestRowProps {
  item: ScopeItem;
  title: string;
  sources: ReadonlyMap<string, CitedSource>;
  /** Why it was dropped; null for one that is kept. */
  dropped: string | null;
  disabled: boolean;
  /** @param reason null: keep it after all */
  onDrop(reason: string | null): void;
  openRecord(): void;
  openSource(source: CitedSource): void;
}

/** One recommended test: keep or drop it with a reason, open its record or what it was found by. */
export function TestRow({ item, title, sources, dropped, disabled, onDrop, openRecord, openSource }: TestRowProps) {
  const { id, rank, reason, cited } = item;
  return (
    <tr class={dropped === null ? undefined : "dropped"}>
      <td class="keep">
        <input
          type="checkbox"
          aria-label={`keep ${id}`}
          checked={dropped === null}
          disabled={disabled}
          onInput={(event) => onDrop(event.currentTarget.checked ? null : "")}
        />
      </td>
      <td class="rank num">{rank}</td>
      <td class="test">
        <button type="button" class="link" onClick={openRecord}>
          <code>{id}</code>
        </button>
        {title !== "" && <span class="title">{title}</span>}
      </td>
      <td class="reason">
        <Spans text={reasonBeside(reason, title)} />
        {dropped !== null && (
          <Reason label={`why not ${id}`} placeholder="why not?" value={dropped} onChange={onDrop} />
        )}
      </td>
      <td class="evidence">
        {cited.map((label) => {
          const source = sources.get(label);
          if (!source?.path) return null;
          return (
            <button key={label} type="button" class="source" title={source.title} onClick={() => openSource(source)}>
              {label}
              <span class="sr">{`: ${source.title}, for ${id}`}</span>
            </button>
          );
        })}
      </td>
    </tr>
  );
}

/** Stored when one is done with it, not with each letter. */
export function Reason(props: { label: string; placeholder: string; value: string; onChange(text: string): void }) {
  const { label, placeholder, value, onChange } = props;
  // What is being typed is the field's own: the page may be drawn anew meanwhile.
  const [text, setText] = useState(value);
  useLayoutEffect(() => setText(value), [value]);
  return (
    <input
      type="text"
      class="why"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

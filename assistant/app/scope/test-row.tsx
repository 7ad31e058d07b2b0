import { useLayoutEffect, useState } from "preact/hooks";
import { Spans } from "../ui/text.tsx";
import { attributeOf, type TestRecord, wordsOf } from "./attributes.ts";
import { type CitedSource, reasonBeside, type ScopeItem } from "./scope-items.ts";

interface TestRowProps {
  item: ScopeItem;
  record: TestRecord | undefined;
  /** Attributes that are shown. */
  columns: readonly string[];
  sources: ReadonlyMap<string, CitedSource>;
  ticked: boolean;
  /** Why it was dropped; null for one that was not. */
  dropped: string | null;
  disabled: boolean;
  /** Why its last change is not kept. */
  trouble: string | null;
  /** @param reason null: keep it after all */
  onDrop(reason: string | null): void;
  openRecord(): void;
  openSource(source: CitedSource): void;
}

/** One recommended test: keep or drop it with a reason, open its record or what it was found by. */
export function TestRow(props: TestRowProps) {
  const { item, record, columns, sources, ticked, dropped, disabled, trouble, onDrop, openRecord, openSource } = props;
  const { id, rank, reason, cited } = item;
  const title = record?.title ?? "";
  return (
    <tr class={dropped === null ? undefined : "dropped"}>
      <td class="keep">
        <input
          type="checkbox"
          aria-label={`keep ${id}`}
          checked={ticked}
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
      {columns.map((name) => (
        <td key={name} class="attribute" data-name={wordsOf(name)}>
          {attributeOf(record, name)}
        </td>
      ))}
      <td class="reason">
        <Spans text={reasonBeside(reason, title)} />
        {dropped !== null && (
          <Reason label={`why not ${id}`} placeholder="why not?" value={dropped} onChange={onDrop} />
        )}
        {trouble !== null && (
          <p class="bad" role="alert">
            {trouble}
          </p>
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

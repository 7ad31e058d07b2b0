import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { FoundItem } from "../../protocol/item-index.ts";
import { reasonOf } from "../service/client.ts";
import { searchItems, typeOf } from "../service/items.ts";
import { countOf } from "../ui/text.tsx";

interface ItemPickerProps {
  label: string;
  placeholder: string;
  /** Only records of this type. */
  type?: string;
  disabled?: boolean;
  onPick(item: FoundItem): void;
}

/** Fast enough to feel at once, slow enough not to ask with every key. */
const PAUSE_MS = 120;

/** Search as one types over ids, titles and aliases: ARIA's combobox with a list, by arrows, Enter and Escape or the mouse. */
export function ItemPicker({ label, placeholder, type, disabled = false, onPick }: ItemPickerProps) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { found, trouble, searched } = useFound(text, type);
  // While one types on, what is listed is still of the text before: no key takes it.
  const current = searched === text;
  const list = useId();
  const pick = (item: FoundItem | undefined) => {
    if (!item) return;
    setText("");
    onPick(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && text !== "") setText("");
    else if (event.key === "Enter" && !event.isComposing) pick(current ? found?.[active] : undefined);
    else if (event.key === "ArrowDown") setActive(current ? Math.min(active + 1, (found?.length ?? 1) - 1) : 0);
    else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };
  const shown = text.trim() !== "" && found !== null;
  const said =
    trouble ??
    (shown
      ? found.length === 0
        ? "nothing has this in its id, title or alias"
        : `${countOf(found.length, "record")}, choose with the arrow keys`
      : "");
  return (
    <div class="picker">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown && found.length > 0}
        aria-controls={list}
        aria-activedescendant={shown && current && found[active] ? `${list}-${active}` : undefined}
        autocomplete="off"
        placeholder={placeholder}
        value={text}
        disabled={disabled}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setText("")}
      />
      <div id={list} role="listbox" aria-label="found" hidden={!shown || found.length === 0}>
        {(shown ? found : []).map((item, index) => (
          <Option
            key={`${item.type} ${item.id}`}
            id={`${list}-${index}`}
            item={item}
            active={index === active}
            pick={() => pick(item)}
          />
        ))}
      </div>
      <p class={shown && found.length === 0 ? "caption" : "sr"} role="status">
        {said}
      </p>
    </div>
  );
}

function Option({ id, item, active, pick }: { id: string; item: FoundItem; active: boolean; pick(): void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  // Before the field loses the focus, which would close the list.
  const onMouseDown = (event: Event) => {
    event.preventDefault();
    pick();
  };
  return (
    <div ref={element} id={id} role="option" aria-selected={active} tabIndex={-1} onMouseDown={onMouseDown}>
      <code>{item.id}</code> {item.title}
      <small>
        {typeOf(item.type)}
        {item.alias !== null && `, also called ${item.alias}`}
      </small>
    </div>
  );
}

interface Found {
  /** Null while nothing was asked. */
  found: FoundItem[] | null;
  trouble: string | null;
  /** The text that this was found for. */
  searched: string;
}

/** Answers that come after a later question are left out. */
function useFound(text: string, type: string | undefined): Found {
  const [state, setState] = useState<Found>({ found: null, trouble: null, searched: "" });
  useEffect(() => {
    if (text.trim() === "") return setState({ found: null, trouble: null, searched: text });
    let current = true;
    const timer = setTimeout(() => {
      searchItems(text, type).then(
        (found) => current && setState({ found, trouble: null, searched: text }),
        (error: unknown) => current && setState({ found: [], trouble: reasonOf(error), searched: text }),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, type]);
  return state;
}

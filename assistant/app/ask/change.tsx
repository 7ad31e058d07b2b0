import { useLayoutEffect } from "preact/hooks";
import { readChange } from "../service/changes.ts";
import type { Item } from "../service/items.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { NearItems } from "./near-items.tsx";
import { describeChange, type PastedChange } from "./question.ts";

interface ChangeProps {
  change: PastedChange;
  items: readonly Item[];
  /** What was read out of it, once it has been. */
  onRead(change: PastedChange): void;
  onTold(told: string): void;
  add(item: Item): void;
  remove(): void;
}

/** Told of a change that could not be read, in characters. */
const MOST_CHARS = 20_000;

/** A pasted change as it will be asked about: what was recognised in it, in sentences that can be changed, before anything is asked. */
export function Change({ change, items, onRead, onTold, add, remove }: ChangeProps) {
  const { raw, told, found, read } = change;
  const { value, failed } = useLoaded(() => readChange(raw), raw);
  useLayoutEffect(() => {
    if (value) onRead({ raw, told: value.told, found: value, read: true });
    else if (failed !== undefined) onRead({ raw, told: raw.slice(0, MOST_CHARS), found: null, read: true });
  }, [value, failed]);
  return (
    <section class="change" aria-label="the change">
      <div class="head">
        <details>
          <summary>{describeChange(raw)}</summary>
          <pre tabIndex={0}>{raw}</pre>
        </details>
        <button type="button" class="remove" aria-label="take out the change" onClick={remove}>
          ×
        </button>
      </div>
      <p class="caption" role="status">
        {failed === undefined ? (found ? summaryOf(change, items) : "Reading the change.") : notRead(failed)}
      </p>
      {read && (
        <label>
          <span class="caption">This is asked about the change; alter it as you like:</span>
          <textarea
            rows={Math.min(8, told.split("\n").length + 1)}
            aria-label="what the agent is told of the change"
            value={told}
            onInput={(event) => onTold(event.currentTarget.value)}
          />
        </label>
      )}
      {found && (
        <NearItems
          near={found.near}
          chosen={items}
          words={
            found.items.length === 0 ? "Nearest by words and meaning. Add what this is about:" : "Nearest besides:"
          }
          verb="add"
          choose={add}
        />
      )}
    </section>
  );
}

function notRead(reason: string): string {
  return `The change could not be read (${reason}); what you write below is asked as it stands.`;
}

function summaryOf({ found }: PastedChange, items: readonly Item[]): string {
  const { items: named, unknown } = found!;
  const still = named.filter(({ id }) => items.some((item) => item.id === id)).map(({ id }) => id);
  const has =
    named.length === 0
      ? "Nothing in the records is named in it."
      : still.length === 0
        ? ""
        : `Named in it and in the records, taken into the question: ${listed(still)}.`;
  const not = unknown.length > 0 ? `Without a record: ${listed(unknown)}.` : "";
  return [has, not].filter(Boolean).join(" ");
}

function listed(names: readonly string[]): string {
  return names.length > 8 ? `${names.slice(0, 8).join(", ")} and ${names.length - 8} more` : names.join(", ");
}

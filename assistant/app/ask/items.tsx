import type { Item } from "../service/items.ts";

/** The items that a question is about. */
export function Items({ items, remove }: { items: readonly Item[]; remove(id: string): void }) {
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

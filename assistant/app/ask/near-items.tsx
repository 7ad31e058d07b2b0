import { type Item, typeOf } from "../service/items.ts";
import { clip } from "../ui/text.tsx";

interface NearItemsProps {
  near: readonly Item[];
  /** Those that were chosen already are not offered again. */
  chosen?: readonly Item[];
  /** What is said before them. */
  words: string;
  /** What a press does: `add`, `ask about`. */
  verb: string;
  choose(item: Item): void;
}

/** Records that are like what was said: offered, never taken by themselves. */
export function NearItems({ near, chosen = [], words, verb, choose }: NearItemsProps) {
  const open = near.filter(({ id }) => !chosen.some((item) => item.id === id));
  if (open.length === 0) return null;
  // Where all are of one type, its name tells none apart.
  const differ = new Set(open.map(({ type }) => type)).size > 1;
  return (
    <div class="near">
      <p class="caption">{words}</p>
      <ul>
        {open.map((item) => (
          <li key={`${item.type} ${item.id}`}>
            <button type="button" aria-label={`${verb} ${item.id}`} onClick={() => choose(item)}>
              {verb} <code>{item.id}</code>
            </button>{" "}
            {item.title !== item.id && clip(item.title, 100)} {differ && <small>{typeOf(item.type)}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}

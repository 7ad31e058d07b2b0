import type { ScopeDecision } from "./scope-items.ts";
import { Reason } from "./test-row.tsx";

interface AddedProps {
  added: ScopeDecision["added"];
  change(next: (added: ScopeDecision["added"]) => ScopeDecision["added"]): void;
  openRecord(id: string): void;
}

/** Tests that the answer did not have, with why they belong. */
export function Added({ added, change, openRecord }: AddedProps) {
  if (added.length === 0) return null;
  return (
    <section aria-label="tests that you added">
      <h3>Added by you</h3>
      <ul class="added">
        {added.map(({ id, title, reason }) => (
          <li key={id}>
            <button type="button" class="link" onClick={() => openRecord(id)}>
              <code>{id}</code>
            </button>{" "}
            <span class="title">{title}</span>
            <Reason
              label={`why ${id}`}
              placeholder="why?"
              value={reason}
              onChange={(text) => change((all) => all.map((one) => (one.id === id ? { ...one, reason: text } : one)))}
            />
            <button
              type="button"
              class="remove"
              aria-label={`take out ${id}`}
              onClick={() => change((all) => all.filter((one) => one.id !== id))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

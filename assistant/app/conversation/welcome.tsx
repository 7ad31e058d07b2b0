import { useContext } from "preact/hooks";
import { readExamples } from "../service/items.ts";
import { Records } from "../service/records.ts";
import type { RecordsKind } from "../service/wire.ts";
import { useLoaded } from "../ui/use-loaded.ts";

const WELCOME: Readonly<Record<RecordsKind, { heading: string; words: string }>> = {
  tests: {
    heading: "Which of the existing tests matter for this change?",
    words:
      "Ask in words, paste the change, or add the requirement, message or component that changes. Every test in the answer comes with the record that it was found by.",
  },
  reports: {
    heading: "What do the reports know of this fault?",
    words:
      "Ask for a symptom, an error message, a component, a version or a report by its key. What an answer rests on is listed with it, and opens.",
  },
};

/** What a page without a question says: what can be asked, with examples from the records. */
export function Welcome({ ask }: { ask(question: string): void }) {
  const { value, failed } = useLoaded(readExamples, "");
  const { heading, words } = WELCOME[useContext(Records)];
  const examples = value ?? [];
  // Its room is kept until it is known that there are none.
  const hasRoom = examples.length > 0 || (value === undefined && failed === undefined);
  return (
    <div class="welcome">
      <h2>{heading}</h2>
      <p>{words}</p>
      {hasRoom && (
        <section aria-label="examples" aria-busy={examples.length === 0}>
          <p class="caption">Such as, from these records:</p>
          <ul class="examples">
            {examples.map((question) => (
              <li key={question}>
                <button type="button" class="link" onClick={() => ask(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

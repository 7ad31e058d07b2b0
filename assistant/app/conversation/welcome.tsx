import { readExamples } from "../service/items.ts";
import { useLoaded } from "../ui/use-loaded.ts";

/** What a page without a question says: what can be asked, with examples from the records. */
export function Welcome({ ask }: { ask(question: string): void }) {
  const { value, failed } = useLoaded(readExamples, "");
  const examples = value ?? [];
  // Its room is kept until it is known that there are none.
  const hasRoom = examples.length > 0 || (value === undefined && failed === undefined);
  return (
    <div class="welcome">
      <h2>Which of the existing tests matter for this change?</h2>
      <p>
        Ask in words, paste the change, or add the requirement, message or component that changes. Every test in the
        answer comes with the record that it was found by.
      </p>
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

import { useState } from "preact/hooks";
import { RUBRIC, type RubricField } from "../../rubric.ts";
import { reasonOf } from "../service/client.ts";
import { readDocuments, writeDocument } from "../service/documents.ts";
import { useLoaded } from "../ui/use-loaded.ts";

/** The judge's form as a person fills it in (`harness/ratings/rating.ts` has its shape): kept with the thread under the answer's id. */
type Opinion = Record<string, string | number>;

interface RatingProps {
  threadId: string;
  answerId: string;
}

/** Rate an answer by the judge's rubric; it is kept when every question is answered. */
export function Rating({ threadId, answerId }: RatingProps) {
  const [again, setAgain] = useState(0);
  const { value } = useLoaded(() => readDocuments<Opinion>(threadId, "rating"), `${threadId} ${answerId} ${again}`);
  const kept = value?.find(({ key }) => key === answerId)?.value;
  const [said, setSaid] = useState<{ text: string; bad: boolean } | null>(null);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const opinion = opinionOf(new FormData(event.currentTarget as HTMLFormElement));
    await writeDocument(threadId, { kind: "rating", key: answerId }, opinion).then(
      () => {
        setSaid({ text: "Kept with this thread.", bad: false });
        setAgain(again + 1);
      },
      (error: unknown) => setSaid({ text: reasonOf(error), bad: true }),
    );
  };
  return (
    <details class="rating">
      <summary>{kept ? `rated by you: ${kept.status}` : "rate this answer"}</summary>
      {/* Its choices are the form's own: another rating is another form. */}
      <form key={`${answerId} ${JSON.stringify(kept ?? null)}`} aria-label="rating" onSubmit={send}>
        {RUBRIC.map((field) => (
          <Choice key={field.name} field={field} chosen={kept?.[field.name]} />
        ))}
        <label class="field">
          <span>Note (not needed)</span>
          <textarea name="note" rows={2} maxLength={2000} defaultValue={String(kept?.note ?? "")} />
        </label>
        <div class="row">
          <button type="submit">Keep the rating</button>
          <span role="status" class={said?.bad ? "bad" : "caption"}>
            {said?.text ?? ""}
          </span>
        </div>
      </form>
    </details>
  );
}

interface ChoiceProps {
  field: RubricField;
  chosen: string | number | undefined;
}

function Choice({ field: { name, question, withoutReference, choices }, chosen }: ChoiceProps) {
  return (
    <fieldset>
      <legend>{withoutReference ?? question}</legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} required defaultChecked={String(chosen) === value} /> {text}
        </label>
      ))}
    </fieldset>
  );
}

function opinionOf(form: FormData): Opinion {
  const numbers = RUBRIC.slice(1).map(({ name }) => [name, Number(form.get(name))]);
  return { status: String(form.get("status")), ...Object.fromEntries(numbers), note: String(form.get("note")).trim() };
}

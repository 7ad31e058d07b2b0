import { RUBRIC, type RubricField } from "../../rubric.ts";
import { useDocument } from "../service/use-document.ts";

/** The judge's form as a person fills it in (`harness/judge/ratings/rating.ts` has its shape): kept with the thread under the answer's id. */
type Opinion = Record<string, string | number>;

interface RatingProps {
  threadId: string;
  answerId: string;
}

/** Rate an answer by the judge's rubric; it is kept when every question is answered. */
export function Rating({ threadId, answerId }: RatingProps) {
  const {
    value: kept,
    loaded,
    saved,
    trouble,
    change,
  } = useDocument<Opinion>({ threadId, kind: "rating", key: answerId });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const opinion = opinionOf(new FormData(event.currentTarget as HTMLFormElement));
    change(() => opinion);
  };
  return (
    <details class="rating">
      <summary>{kept && saved !== "failed" ? `rated by you: ${kept.status}` : "rate this answer"}</summary>
      {/* Its choices are the form's own: another rating is another form, and none is filled in before the one that is kept has come. */}
      {loaded && (
        <form key={`${answerId} ${JSON.stringify(kept)}`} aria-label="rating" onSubmit={send}>
          {RUBRIC.map((field) => (
            <Choice key={field.name} field={field} chosen={kept?.[field.name]} />
          ))}
          <label class="field">
            <span>Note (not needed)</span>
            <textarea name="note" rows={2} maxLength={2000} defaultValue={String(kept?.note ?? "")} />
          </label>
          <button type="submit">Keep the rating</button>
        </form>
      )}
      <p role="status" class={trouble ? "bad" : "caption"}>
        {trouble ?? (loaded ? SAID[saved] : "Your rating is being read.")}
      </p>
    </details>
  );
}

const SAID = { "": "", saving: "", saved: "Kept with this thread.", failed: "" };

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

import { h } from "../dom.ts";
import { QUESTIONS, type ReadyQuestion } from "./questions.ts";

/** Questions to begin with: a click makes their cells and runs them. */
export function questionList(ask: (question: ReadyQuestion) => void): HTMLElement {
  return h(
    "section",
    { "aria-label": "Questions to begin with" },
    h(
      "ul",
      { class: "questions" },
      ...QUESTIONS.map((question) =>
        h("li", {}, h("button", { type: "button", onclick: () => ask(question) }, question.title)),
      ),
    ),
  );
}

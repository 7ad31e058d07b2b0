import type { MethodData } from "../../../harness/show/report/method.ts";
import { h } from "./dom.ts";
import { table } from "./table.ts";

/** How answers were judged: weights and thresholds with their reasons. */
export function judging({ judging: { weights, thresholds } }: MethodData): HTMLElement {
  return h(
    "div",
    {},
    table(
      "Weights of the overall score",
      [
        { label: "part", cell: (part: (typeof weights)[number]) => part.part },
        { label: "weight", numeric: true, cell: (part) => String(part.weight) },
        { label: "why", cell: (part) => h("span", { class: "wrap" }, part.because) },
      ],
      weights,
    ),
    table(
      "Requirements for a pass",
      [
        { label: "part", cell: (part: (typeof thresholds)[number]) => part.name },
        { label: "at least", numeric: true, cell: (part) => String(part.value) },
        { label: "why", cell: (part) => h("span", { class: "wrap" }, part.because) },
      ],
      thresholds,
    ),
  );
}

/** What judges were asked: instructions and forms with their hashes. */
export function prompts({ judging: { prompts: asked, forms } }: MethodData): HTMLElement {
  const hashed = (hash: string) => h("code", { title: hash }, hash.slice(0, 12));
  const form = (name: string) => forms.find((entry) => entry.name === name);
  return h(
    "div",
    {},
    ...asked.map(({ name, asked_by: askedBy, text, hash }) =>
      h(
        "details",
        {},
        h(
          "summary",
          {},
          `instructions: ${name} (${askedBy.length > 0 ? askedBy.join(", ") : "not sent in this run"}) `,
          hashed(hash),
        ),
        h("pre", { class: "preview", tabindex: 0 }, text),
        h("p", {}, "form ", hashed(form(name)?.hash ?? "")),
        h("pre", { class: "preview", tabindex: 0 }, JSON.stringify(form(name)?.schema, null, 2)),
      ),
    ),
  );
}

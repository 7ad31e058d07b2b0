import type { MethodData } from "../../../harness/stages/report/site-data.ts";
import { h } from "./dom.ts";
import { table } from "./table.ts";

/** How the judges were asked: instructions and forms with their hashes, weights and thresholds with their reasons. */
export function judging({ judging: published }: MethodData): HTMLElement {
  const { prompts, forms, weights, thresholds } = published;
  const hashed = (hash: string) => h("code", { title: hash }, hash.slice(0, 12));
  const form = (name: string) => forms.find((entry) => entry.name === name);
  return h(
    "div",
    {},
    table(
      "Weights of the overall score",
      [
        { label: "part", cell: (row: (typeof weights)[number]) => row.part },
        { label: "weight", numeric: true, cell: (row) => String(row.weight) },
        { label: "why", cell: (row) => row.because },
      ],
      weights,
    ),
    table(
      "Requirements for a pass",
      [
        { label: "part", cell: (row: (typeof thresholds)[number]) => row.name },
        { label: "at least", numeric: true, cell: (row) => String(row.value) },
        { label: "why", cell: (row) => row.because },
      ],
      thresholds,
    ),
    ...prompts.map(({ name, asked_by: askedBy, text, hash }) =>
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

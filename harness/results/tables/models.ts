import { MODEL_FACTS, type ModelEntry } from "../../record/config/model-schema.ts";
import { makeCaption } from "../table-format/caption.ts";
import type { Column } from "../table-format/table.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

const LABELS: Record<(typeof MODEL_FACTS)[number], string> = {
  developer: "Developer",
  parameters: "Parameters",
  active: "Active",
  experts: "Experts",
  context: "Context",
  release: "Release",
  licence: "Licence",
  reasoning: "Reasoning",
  serving: "Serving",
};

/** The models of the run as its configuration states them: the study's section 3.7. */
export const modelsTable: TableOfResults = {
  make: (input) => ({
    title: "Models",
    caption: makeCaption(
      input,
      "As the configuration states them (models: facts), unverified; the served ids that providers report stand in the extractions. Context: tokens of the window as served.",
    ),
    columns: [
      ...columnsShown("text", { model: "Model", id: "Id" }),
      ...MODEL_FACTS.map((key): Column => ({ key, label: LABELS[key], format: key === "context" ? "count" : "text" })),
    ],
    rows: [
      ...input.config.models.map((entry) => ({ model: entry.name, id: idOf(entry), ...factsOf(entry) })),
      ...input.config.external_agents.map(({ name }) => ({ model: name, id: "external agent", ...factsOf({}) })),
    ],
  }),
};

function idOf({ provider, model }: ModelEntry): string {
  return provider === "policy" ? `${model} (stand-in)` : model;
}

function factsOf({ facts = {} }: Pick<ModelEntry, "facts">): Record<string, string | number | null> {
  return Object.fromEntries(MODEL_FACTS.map((key) => [key, facts[key] ?? null]));
}

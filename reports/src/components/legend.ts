import { knowledgeLabel, workflowLabel } from "../../../harness/print/format.ts";
import { h } from "./dom.ts";
import { configurationMark } from "./marks.ts";

interface Configuration {
  model: string;
  workflow: string;
  knowledge: string;
}

/** How marks are read: colour is the model, shape the workflow, lightness the knowledge mode. */
export function configurationLegend(models: readonly string[], configurations: readonly Configuration[]): HTMLElement {
  const key = (of: Configuration, label: string) => h("span", {}, configurationMark(of, models), " ", label);
  const first = { model: models[0] ?? "", workflow: "react", knowledge: "skill_meta" };
  const levels = (factor: "workflow" | "knowledge") => [...new Set(configurations.map((row) => row[factor]))];
  return h(
    "p",
    { class: "legend" },
    h("b", {}, "colour "),
    ...models
      .filter((model) => configurations.some((row) => row.model === model))
      .map((model) => key({ ...first, model }, model)),
    h("b", {}, "shape "),
    ...levels("workflow").map((workflow) => key({ ...first, workflow }, workflowLabel(workflow))),
    h("b", {}, "lightness "),
    ...levels("knowledge").map((knowledge) => key({ ...first, knowledge }, knowledgeLabel(knowledge))),
  );
}

import type { ScenariosData } from "../../../harness/show/report/pages/scenarios.ts";
import type { About, ExecutionsData } from "../../../harness/show/report/site-data.ts";
import { readParameter } from "./address.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { decodeRows } from "./execution-list.ts";
import { loadScores } from "./measure.ts";
import { onFilters, pageFilters } from "./page-filters.ts";
import { scenarioPage } from "./scenario.ts";
import { heatmap } from "./scenario-heatmap.ts";

interface ScenarioInputs {
  scenarios: ScenariosData;
  executions: ExecutionsData;
  about: About;
}

/** The heatmap of scenarios by configurations; with `?scenario=` in the address, that one scenario. */
export function scenariosPage(inputs: ScenarioInputs): HTMLElement {
  const rows = decodeRows(inputs.executions);
  const id = readParameter("scenario");
  const found = inputs.scenarios.scenarios.find((scenario) => scenario.id === id);
  if (found) return scenarioPage(inputs.scenarios, found, rows);
  const metrics = inputs.scenarios.metrics.filter(
    ({ unit }) => unit === "share" || unit === "binary" || unit === "likert",
  );
  return h(
    "div",
    {},
    h("h1", {}, "What was asked, what is true, who got it?"),
    id === null || id.includes(",")
      ? null
      : h("p", { class: "warning" }, "This run has no scenario ", h("code", {}, id), "."),
    pageFilters(inputs.about),
    choice(
      {
        name: "metric",
        label: "metric",
        preferred: "functional_pass",
        options: metrics.map(({ name, label }) => ({ value: name, label })),
      },
      (metric) => {
        const container = h("div", {}, h("p", { class: "lede" }, "loading …"));
        void loadScores(metric).then((series) => {
          if (series)
            onFilters((filters) => container.replaceChildren(heatmap(inputs.scenarios, { rows, series, filters })));
          else container.replaceChildren(h("p", { class: "nothing" }, "This run has no scores of this metric."));
        });
        return container;
      },
    ),
  );
}

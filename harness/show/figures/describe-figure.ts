import { OWN } from "../../../agent/contract/contract.ts";
import type { FactorialConfig } from "../../record/config/factors/cells.ts";
import type { Results } from "../../results/analyses/results.ts";
import { makeNotice } from "../../results/notice.ts";
import type { Figure, FigureData, StoredFigure } from "../drawing/figure.ts";
import { withPanels } from "../drawing/panels.ts";

/**
 * A figure's rows and words, as stored and as pages read them.
 * @param config the run's: whose factors there are
 * @param selection what is said of results that are a part of the run's
 */
export function describeFigure(figure: Figure, { results, models, config, selection }: DescribedOptions): StoredFigure {
  const data = figure.read(results);
  const { name, title, columns } = figure;
  const caption = [figure.caption(data), ...unreported(data, results)].join(" ");
  const notice = [...(selection ? [selection] : []), ...makeNotice(results)];
  const { rows, panels } = figure.panels ? withPanels(data.rows, config) : { rows: data.rows, panels: [] };
  const details = [...(figure.details ? [figure.details(data)] : []), ...(panels.length > 0 ? [IN_PANELS] : [])];
  const definition = [figure.definition, ...details].join(" ").trim();
  const words = { name, title, definition, caption, columns, notice };
  return { ...words, models, marks: figure.marks(data), ...(panels.length > 0 && { panels }), ...data, rows };
}

const IN_PANELS =
  "Each panel has the configurations at its levels, on the same axes; a frontier is that of the whole run, and rankers without a model are drawn where there is one panel.";

interface DescribedOptions {
  results: Results;
  models: readonly string[];
  config: FactorialConfig;
  selection?: string | undefined;
}

/** External agents and that tell nothing of what a figure by model is drawn from. */
function unreported({ rows }: FigureData, { summary }: Results): string[] {
  const shown = new Set(rows.flatMap((row) => (typeof row.model === "string" ? [row.model] : [])));
  const absent = summary.configurations.filter(({ model, workflow }) => workflow === OWN && !shown.has(model));
  if (shown.size === 0 || absent.length === 0) return [];
  return [`Unscored, since not reported: ${absent.map(({ model }) => model).join(", ")}.`];
}

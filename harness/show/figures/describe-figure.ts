import { OWN } from "../../../agent/contract/contract.ts";
import type { Results } from "../../results/analyses/results.ts";
import { makeNotice } from "../../results/notice.ts";
import type { Figure, FigureData, StoredFigure } from "../drawing/figure.ts";

/**
 * A figure's rows and words, as stored and as pages read them.
 * @param selection what is said of results that are a part of the run's
 */
export function describeFigure(
  figure: Figure,
  { results, models, selection }: { results: Results; models: readonly string[]; selection?: string },
): StoredFigure {
  const data = figure.read(results);
  const { name, title, columns } = figure;
  const definition = [figure.definition, ...(figure.details ? [figure.details(data)] : [])].join(" ").trim();
  const caption = [figure.caption(data), ...unreported(data, results)].join(" ");
  const notice = [...(selection ? [selection] : []), ...makeNotice(results)];
  const words = { name, title, definition, caption, columns, notice };
  return { ...words, models, marks: figure.marks(data), ...data };
}

/** External agents and that tell nothing of what a figure by model is drawn from. */
function unreported({ rows }: FigureData, { summary }: Results): string[] {
  const shown = new Set(rows.flatMap((row) => (typeof row.model === "string" ? [row.model] : [])));
  const absent = summary.configurations.filter(({ model, workflow }) => workflow === OWN && !shown.has(model));
  if (shown.size === 0 || absent.length === 0) return [];
  return [`Unscored, since not reported: ${absent.map(({ model }) => model).join(", ")}.`];
}

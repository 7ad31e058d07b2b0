import type { AnswerValue } from "../../../duckdb/answer.ts";
import { loadList } from "../execution-list.ts";
import { plotAnswer } from "./plot-answer.ts";
import { parsePlot } from "./plot-spec.ts";

/** A plot cell of the page Query on a page of one's own: its JSON, drawn over the rows of a `sql` cell. */
export async function plotRows(rows: Iterable<object>, text: string): Promise<HTMLElement> {
  const objects = [...rows].map((row) => Object.fromEntries(Object.entries(row)) as Record<string, AnswerValue>);
  const names = Object.keys(objects[0] ?? {});
  const answer = {
    columns: names.map((name) => ({ name, type: "" })),
    rows: objects.map((row) => names.map((name) => row[name] ?? null)),
    more: false,
  };
  const { models } = await loadList();
  const width = document.querySelector("main")?.clientWidth ?? 640;
  return plotAnswer(parsePlot(text, names), answer, { models, width });
}

import type { Span } from "../../../../harness/results/trace/spans.ts";
import type { ExecutionData } from "../../../../harness/show/report/site-data.ts";
import { h } from "../dom.ts";
import type { ResultIds } from "./result-table.ts";
import { secondsOf, type Trace } from "./span-text.ts";

/** What a part of a span's panel may need. */
export interface PanelContext {
  data: ExecutionData;
  trace: Trace;
  known: ResultIds;
  /** All spans, flat. */
  spans: readonly Span[];
}

/** When it began and what it took, and what else is told in the same line. */
export function times({ start, duration }: Span, ...more: (string | null)[]): HTMLElement {
  const facts = [
    `starts at ${secondsOf(start)}`,
    `takes ${secondsOf(duration)}`,
    ...more.filter((fact) => fact !== null),
  ];
  return h("p", { class: "facts" }, facts.join(" · "));
}

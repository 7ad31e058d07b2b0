import { decimal } from "../../../harness/print/format.ts";
import type { Estimate } from "../../../harness/record/domain/estimate.ts";
import type { AbstentionCounts } from "../../../harness/results/analyses/summary/configuration.ts";
import { lightnessOf } from "../../../harness/show/drawing/encode.ts";
import { shapeOf } from "../../../harness/show/drawing/workflow-shapes.ts";
import { s } from "./dom.ts";

interface Configuration {
  model: string;
  workflow: string;
  knowledge: string;
}

/** The mark of a configuration: colour = model, shape = workflow, lightness = knowledge mode, as in all figures. */
export function configurationMark(of: Configuration, models: readonly string[]): SVGElement {
  return s("svg", { width: 16, height: 16, class: "mark", "aria-hidden": "true" }, markAt(of, models, { x: 8, y: 8 }));
}

/** Of marks, in pixels. */
const RADIUS = 4.6;
const TRACK = 132;
const onTrack = (share: number) => 6 + Math.min(1, Math.max(0, share)) * (TRACK - 12);

/**
 * Mean as the configuration's mark on a line from 0 to 1 with its interval, and the best ranker without a model as a dashed line; its text
 * says it to a screen reader.
 */
export function intervalBar(
  of: Configuration,
  models: readonly string[],
  estimate: Estimate | undefined,
  reference: number | null = null,
): SVGElement {
  const { mean = null, low = null, high = null } = estimate ?? {};
  const label = mean === null ? "not scored" : `${decimal(mean)}, 95 % from ${decimal(low)} to ${decimal(high)}`;
  const color = modelColor(of.model, models);
  return s(
    "svg",
    { width: TRACK, height: 22, viewBox: `0 0 ${TRACK} 22`, role: "img", "aria-label": label, class: "interval" },
    ...[0, 0.5, 1].map((tick) => s("line", { class: "axis", x1: onTrack(tick), x2: onTrack(tick), y1: 0, y2: 22 })),
    reference === null
      ? null
      : s("line", { class: "reference", x1: onTrack(reference), x2: onTrack(reference), y1: 0, y2: 22 }),
    low === null || high === null
      ? null
      : s("line", { x1: onTrack(low), x2: onTrack(high), y1: 11, y2: 11, stroke: color, "stroke-width": 2 }),
    mean === null ? null : markAt(of, models, { x: onTrack(mean), y: 11 }),
  );
}

/** The scale of the tracks below it. */
export function trackScale(): SVGElement {
  const text = (share: number, label: string) =>
    s("text", { x: onTrack(share), y: 10, "text-anchor": "middle", "font-size": 10.5, fill: "var(--muted)" }, label);
  const labels = [text(0, "0"), text(0.5, "½"), text(1, "1")];
  return s(
    "svg",
    { width: TRACK, height: 13, viewBox: `0 0 ${TRACK} 13`, "aria-hidden": "true", class: "interval" },
    ...labels,
  );
}

function markAt(of: Configuration, models: readonly string[], { x, y }: { x: number; y: number }): SVGElement {
  const color = modelColor(of.model, models);
  const path = { d: shapeOf(of.workflow), transform: `translate(${x} ${y}) scale(${RADIUS})` };
  const line = { stroke: color, "stroke-width": 1.5 / RADIUS };
  return s(
    "g",
    {},
    s("path", { ...path, fill: "var(--paper)" }),
    s("path", { ...path, ...line, fill: color, "fill-opacity": lightnessOf(of.knowledge) }),
  );
}

/** Three counts of two different groups, so each part is drawn against its own group: unanswerable, unanswerable, answerable. */
export function abstentionBar(abstention: AbstentionCounts): SVGElement {
  const { correct, missed, unanswerable, answerable } = abstention;
  const width = 54;
  const share = (n: number, of: number) => (of === 0 ? 0 : (n / of) * (width * 0.7));
  const parts = [
    { size: share(correct, unanswerable), color: "var(--found)" },
    { size: share(missed, unanswerable), color: "var(--lost)" },
    { size: answerable === 0 ? 0 : (abstention.false / answerable) * width * 0.3, color: "var(--invented)" },
  ];
  let x = 0;
  const rectangles = parts.map(({ size, color }) => {
    const rectangle = s("rect", { x, y: 3, width: Math.max(0, size - 1), height: 10, fill: color });
    x += size;
    return rectangle;
  });
  const label = `right ${correct} of ${unanswerable}, missed ${missed} of ${unanswerable}, wrong ${abstention.false} of ${answerable}`;
  return s("svg", { width, height: 16, role: "img", "aria-label": label, class: "stack" }, ...rectangles);
}

function modelColor(model: string, models: readonly string[]): string {
  return `var(--model-${"abcdef"[Math.max(0, models.indexOf(model)) % 6]})`;
}

import type { MethodData } from "../../../harness/show/report/method.ts";
import { s } from "./dom.ts";

const [ROW, LANE, LEFT] = [26, 22, 14];

/** Each stage below those that it reads from, with its time. */
export function graph({ graph: { nodes, edges }, manifest }: MethodData): SVGElement {
  const place = new Map(
    nodes.map(({ stage, lane }, row) => [stage, { x: LEFT + lane * LANE, y: ROW / 2 + row * ROW }]),
  );
  const textX = LEFT + (1 + Math.max(...edges.map(({ lane }) => lane))) * LANE;
  const lines = edges.map(({ from, to, lane }) => {
    const [start, end, x] = [place.get(from)!, place.get(to)!, LEFT + lane * LANE];
    const [turn, back] = [start.y + (x === start.x ? 0 : ROW), end.y - (x === end.x ? 0 : ROW)];
    return s("path", {
      d: `M${start.x} ${start.y} L${x} ${turn} V${back} L${end.x} ${end.y}`,
      fill: "none",
      stroke: "var(--muted)",
    });
  });
  const names = nodes.map(({ stage }) => {
    const { x, y } = place.get(stage)!;
    // The report was being made when this was written.
    const seconds = stage === "report" ? undefined : manifest.stages[stage]?.duration_ms;
    return s(
      "g",
      {},
      s("circle", { cx: x, cy: y, r: 5, fill: "var(--accent)" }),
      s("text", { x: textX, y: y + 4, fill: "var(--ink)", "font-size": 13 }, stage),
      seconds === undefined
        ? null
        : s(
            "text",
            { x: textX + 170, y: y + 4, fill: "var(--muted)", "font-size": 13, "text-anchor": "end" },
            `${(seconds / 1000).toFixed(1)} s`,
          ),
    );
  });
  const label = `Stages and what they follow: ${edges.map(({ from, to }) => `${to} after ${from}`).join(", ")}`;
  const [width, height] = [textX + 180, nodes.length * ROW];
  return s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...lines,
    ...names,
  );
}

import type { StageView } from "./describe.ts";
import { type Edge, layoutGraph } from "./layout.ts";

/** The lines of a drawing: each stage's sign with the lanes that pass it, and joints where lanes part and meet. */
export function drawLanes(): { stage: string | null; lanes: string }[] {
  const { nodes, edges } = layoutGraph();
  const width = Math.max(...edges.map(({ lane }) => lane)) + 1;
  let open: readonly Edge[] = [];
  return nodes.flatMap(({ stage, lane }) => {
    const into = open.filter(({ to }) => to === stage);
    const out = edges.filter(({ from }) => from === stage);
    const past = open.filter(({ to }) => to !== stage);
    open = [...past, ...out];
    const sign = lanesWith(width, (at) => (at === lane ? "●" : past.some((edge) => edge.lane === at) ? "│" : " "));
    return [
      ...jointOf(into, { lane, past, width, corner: "╯" }),
      { stage, lanes: sign },
      ...jointOf(out, { lane, past, width, corner: "╮" }),
    ];
  });
}

interface Joint {
  lane: number;
  past: readonly Edge[];
  width: number;
  corner: "╮" | "╯";
}

/** A line from the stage's lane to the others that part from it or meet in it. */
function jointOf(joined: readonly Edge[], { lane, past, width, corner }: Joint) {
  if (joined.length < 2) return [];
  const ends = joined.map((edge) => edge.lane);
  const last = Math.max(...ends);
  const sign = (at: number): string => {
    if (at === lane) return "├";
    if (at === last) return corner;
    const inside = at > lane && at < last;
    if (inside && ends.includes(at)) return corner === "╮" ? "┬" : "┴";
    if (past.some((edge) => edge.lane === at)) return inside ? "┼" : "│";
    return inside ? "─" : " ";
  };
  return [{ stage: null, lanes: lanesWith(width, sign, (at) => (at >= lane && at < last ? "─" : " ")) }];
}

function lanesWith(width: number, sign: (lane: number) => string, gap: (lane: number) => string = () => " "): string {
  return Array.from({ length: width }, (_, lane) => sign(lane) + gap(lane)).join("");
}

/** Graphviz: stages as boxes, and on each line what one stage reads of another. */
export function toDot(stages: readonly StageView[]): string {
  const boxes = stages.map(({ stage, state }) => `  "${stage}" [label="${stage}\\n${state}"];`);
  const lines = stages.flatMap(({ stage, reads }) =>
    stages.flatMap((from) => {
      const read = reads.filter((path) => from.writes.includes(path));
      return read.length === 0 ? [] : [`  "${from.stage}" -> "${stage}" [label="${read.join("\\n")}"];`];
    }),
  );
  return ["digraph stages {", "  node [shape=box];", ...boxes, ...lines, "}"].join("\n");
}

import { ancestorsOf, GRAPH, STAGE_NAMES, type StageName, writersOf } from "../record/run-directory/graph.ts";
import { pathsOf } from "../record/run-directory/paths.ts";

/** How the graph is drawn: stages from top to bottom in their order, in lanes from left to right. */
export interface Layout {
  nodes: readonly Node[];
  edges: readonly Edge[];
}

interface Node {
  stage: StageName;
  lane: number;
  /** Paths of the artifacts, in the run. */
  reads: readonly string[];
}

/** Runs down in its lane from the row of one stage to the row of another. */
export interface Edge {
  from: StageName;
  to: StageName;
  lane: number;
}

/** The stages that it directly follows: those that it reads from, without what they follow themselves. */
export function predecessorsOf(stage: StageName): StageName[] {
  const before = writersOf(GRAPH[stage].reads);
  return before.filter((name) => !before.some((other) => ancestorsOf(other).has(name)));
}

/** The first stage after another goes on in its lane, each further one begins the next free lane to the right. */
export function layoutGraph(): Layout {
  const nodes: Node[] = [];
  const edges: Edge[] = [];
  let open: Edge[] = [];
  for (const stage of STAGE_NAMES) {
    const lane = Math.min(...open.flatMap((edge) => (edge.to === stage ? [edge.lane] : [])), freeLane(open, 0));
    open = open.filter(({ to }) => to !== stage);
    for (const [index, to] of STAGE_NAMES.filter((name) => predecessorsOf(name).includes(stage)).entries()) {
      const edge = { from: stage, to, lane: index === 0 ? lane : freeLane(open, lane + 1) };
      open.push(edge);
      edges.push(edge);
    }
    nodes.push({ stage, lane, reads: pathsOf(GRAPH[stage].reads) });
  }
  return { nodes, edges };
}

function freeLane(open: readonly Edge[], from: number): number {
  const taken = new Set(open.map(({ lane }) => lane));
  let lane = from;
  while (taken.has(lane)) lane++;
  return lane;
}

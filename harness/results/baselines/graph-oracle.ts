import { compareText } from "../../../base/text-order.ts";
import type { GraphNeighbour, Substrate } from "../../../db/ports/ports.ts";
import { startsOf } from "../../record/domain/true-starts.ts";
import { type BaselineCall, LISTED, type TruthBaseline } from "./baseline.ts";

/** Hops from an item down through what it contains to the tests, as far as the agent's own tool goes. */
const DEPTH = 4;
/** Neighbours read from one start. */
const NEIGHBOURS = 2_000;
/** Longest list that the answer policy allows. */
const LONGEST = 100;

export const graphOracleBaseline: TruthBaseline = {
  name: "graph_oracle",
  label: "Graph from the true start",
  definition:
    "The test cases nearest in the graph to the nodes that the ground truth was derived from: those that more of the nodes reach first, then the nearer ones. It is told the nodes, which an agent must find, and not how they are to be combined.",
  knows: "truth",
  async rank(scenario, { substrate }) {
    const starts = await startsOf(scenario, substrate);
    const reached = new Map<string, Reached>();
    const calls: BaselineCall[] = [];
    for (const id of starts) {
      const near = await nearestTests(id, substrate);
      calls.push({ tool: "graph_neighbourhood", family: "graph", arguments: { id, depth: DEPTH }, rows: toRows(near) });
      for (const test of near) add(reached, test, id);
    }
    return {
      tests: [...reached.values()].sort(byNearness).slice(0, LONGEST),
      sentence: starts.length > 0 ? `What lies nearest to ${starts.join(", ")} is listed.` : "The truth names no node.",
      calls,
    };
  },
};

interface Reached {
  id: string;
  why: string;
  /** Start nodes that reach it. */
  starts: number;
  /** Hops from the nearest. */
  distance: number;
}

function add(reached: Map<string, Reached>, { id, name, distance }: GraphNeighbour, start: string): void {
  const known = reached.get(id);
  reached.set(id, {
    id,
    why: known ? known.why : `${name}; ${distance} hops from ${start}`,
    starts: (known?.starts ?? 0) + 1,
    distance: Math.min(distance, known?.distance ?? distance),
  });
}

function byNearness(a: Reached, b: Reached): number {
  return b.starts - a.starts || a.distance - b.distance || compareText(a.id, b.id);
}

/** As many hops as it takes to fill a list. */
async function nearestTests(id: string, { graph }: Substrate): Promise<GraphNeighbour[]> {
  let tests: GraphNeighbour[] = [];
  for (let depth = 1; depth <= DEPTH && tests.length < LISTED; depth++) {
    const near = await graph.neighbourhood(id, { depth, limit: NEIGHBOURS });
    tests = near.filter(({ label }) => label === "TestCase");
  }
  return tests;
}

function toRows(near: readonly GraphNeighbour[]): BaselineCall["rows"] {
  return near.map(({ id, label, name, distance }) => ({ id, label, name, distance }));
}

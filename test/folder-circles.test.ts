import { expect, it } from "vitest";
import { ANY_IMPORT, importsOf, ROOMS, sources } from "./imports.ts";

/** Folders that import each other round in a circle, by types or by what is loaded later too, cannot be read, moved or published one without the others. */
it("no folders import each other round in a circle", () => {
  const graph = folderGraph();
  expect(graph.size).toBeGreaterThan(80);
  expect(circlesOf(graph)).toEqual([]);
});

it("finds a circle, apart from what leads to it and what it leads to", () => {
  const graph = { a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["e"] };
  expect(circlesOf(new Map(Object.entries(graph).map(([from, to]) => [from, new Set(to)])))).toEqual([["b", "c"]]);
});

/** Folders of the first two levels: `harness/run/stages` with all that lies below it. Files of a room itself are its folder. */
function folderGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of ROOMS.flatMap(sources)) {
    const to = graph.get(folderOf(file)) ?? new Set<string>();
    for (const path of importsOf(file, ANY_IMPORT)) to.add(folderOf(path));
    graph.set(folderOf(file), to);
  }
  return graph;
}

function folderOf(path: string): string {
  return path
    .split("/")
    .slice(0, -1)
    .slice(0, path.startsWith("harness/") ? 3 : 2)
    .join("/");
}

/** Strongly connected components of more than one folder: two are in one where each reaches the other. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...graph.keys()].map((folder) => [folder, reachedFrom(folder, graph)]));
  const circles = [...graph.keys()].map((folder) =>
    [...graph.keys()].filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder)).sort(),
  );
  const distinct = new Map(circles.filter((circle) => circle.length > 1).map((circle) => [circle.join(), circle]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, circle]) => circle);
}

function reachedFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (const folder of waiting)
    for (const next of graph.get(folder) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        waiting.push(next);
      }
  return reached;
}

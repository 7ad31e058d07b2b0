import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANY_IMPORT, importsOf, LOADED, ROOMS, ROOT, sources } from "./imports.ts";

/**
 * Folders that import each other round in a circle cannot be read, moved or published one without the others. Each list may only shrink,
 * until there is none: whoever opens a circle deletes its folders here, and nobody adds one.
 */
const TODAY = JSON.parse(readFileSync(join(ROOT, "test/input/folder-circles.json"), "utf8")) as Record<
  Kind,
  string[][]
>;
type Kind = keyof typeof KINDS;
const KINDS = { values: LOADED, "values, types and what is loaded later": ANY_IMPORT };

describe.each(Object.keys(KINDS) as Kind[])("folders in a circle of imports (%s)", (kind) => {
  it("are those that are listed, and no more", () => {
    expect(circlesOf(folderGraph(KINDS[kind]))).toEqual(TODAY[kind]);
  });
});

it("finds a circle, apart from what leads to it and what it leads to", () => {
  const graph = { a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["e"] };
  expect(circlesOf(new Map(Object.entries(graph).map(([from, to]) => [from, new Set(to)])))).toEqual([["b", "c"]]);
});

/** Folders of the first two levels: `harness/stages` with all that lies below it. Files of a room itself are its folder. */
function folderGraph(pattern: RegExp): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of ROOMS.flatMap(sources)) {
    const to = graph.get(folderOf(file)) ?? new Set<string>();
    for (const path of importsOf(file, pattern)) to.add(folderOf(path));
    graph.set(folderOf(file), to);
  }
  return graph;
}

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).slice(0, 2).join("/");
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

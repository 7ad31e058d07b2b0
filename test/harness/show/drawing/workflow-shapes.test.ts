import { expect, it } from "vitest";
import { namesOfOne, OWN, WORKFLOWS } from "../../../../agent/contract/contract.ts";
import { shapeOf } from "../../../../harness/show/drawing/workflow-shapes.ts";
import { nonEmpty } from "../../../non-empty.ts";

it("gives what differs, of ours and systems that are not, a shape of its own, and names of one thing the same", () => {
  const groups = namesOfOne([...WORKFLOWS, OWN]);
  expect(groups.filter((names) => new Set(names.map(shapeOf)).size > 1)).toEqual([]);
  expect(new Set(groups.map(([first]) => shapeOf(first!))).size).toBe(groups.length);
});

it("gives a strategy of one's own, whatever its name, a shape that none of ours has", () => {
  const ours = new Set(WORKFLOWS.map(shapeOf));
  for (const name of nonEmpty(["titles_first", "a", "constructor", "toString", "__proto__", "rag_2"]))
    expect([name, shapeOf(name), ours.has(shapeOf(name))]).toEqual([name, shapeOf(name), false]);
  expect(new Set(Array.from({ length: 60 }, (_, at) => shapeOf(`own_${at}`))).size).toBe(7);
});

it("stays within the square that a mark may fill", () => {
  for (const workflow of nonEmpty(WORKFLOWS)) {
    const numbers = shapeOf(workflow)
      .match(/-?\d+(\.\d+)?/g)!
      .map(Number);
    expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(1.5);
  }
});

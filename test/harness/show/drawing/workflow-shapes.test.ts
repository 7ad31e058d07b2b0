import { expect, it } from "vitest";
import { OWN, WORKFLOWS } from "../../../../agent/contract/contract.ts";
import { shapeOf } from "../../../../harness/show/drawing/workflow-shapes.ts";
import { nonEmpty } from "../../../non-empty.ts";

it("gives every workflow of ours, and systems that are not, a shape of its own", () => {
  const all = [...WORKFLOWS, OWN];
  expect(new Set(all.map(shapeOf)).size).toBe(all.length);
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

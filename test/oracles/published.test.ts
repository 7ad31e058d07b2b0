import { describe, expect, test } from "vitest";
import { readFigures } from "../../scripts/figures/source.ts";
import { checkSet, PUBLISHED_SETS } from "./published/all.ts";
import { setFolder } from "./published/data.ts";

const kept = readFigures().get("published")!.tables.sets!.rows;

describe("figures that others published: each value within its tolerance, or different for a stated reason; all are counted", () => {
  const present = PUBLISHED_SETS.filter(({ name }) => setFolder(name));
  test("11 of the 16 sets lie in this checkout", () => expect(present.length).toBeGreaterThanOrEqual(11));

  test.each(present.map((set) => [set.name, set] as const))("%s", (name, set) => {
    const outcomes = checkSet(set);
    const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
    const unexplained = outcomes.filter(({ status, reason }) => status !== "reproduced" && reason === null);
    expect(unexplained).toEqual([]);
    const figures = [outcomes.length, count("reproduced"), count("different"), count("not offered")];
    const written = kept.find(([set]) => set === name);
    expect(written ?? [name, ...figures.map(String)]).toEqual([name, ...figures.map(String)]);
  });
});

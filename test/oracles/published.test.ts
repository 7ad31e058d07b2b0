import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSet, PUBLISHED_SETS } from "./published/all.ts";
import { setFolder } from "./published/data.ts";

const table = readFileSync(new URL("../../design/statistics.md", import.meta.url), "utf8");

describe("figures that others published or computed: every value within its tolerance, or different for a stated reason; the count is the one in design/statistics.md", () => {
  const present = PUBLISHED_SETS.filter(({ name }) => setFolder(name));
  test("11 of the 16 sets lie in this checkout", () => expect(present.length).toBeGreaterThanOrEqual(11));

  test.each(present.map((set) => [set.name, set] as const))("%s", (name, set) => {
    const outcomes = checkSet(set);
    const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
    const unexplained = outcomes.filter(({ status, reason }) => status !== "reproduced" && reason === null);
    expect(unexplained).toEqual([]);
    const figures = [outcomes.length, count("reproduced"), count("different"), count("not offered")];
    expect(table).toContain(`| ${[name, ...figures].join(" | ")} |`);
  });
});

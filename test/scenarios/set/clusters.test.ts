import fc from "fast-check";
import { expect, test } from "vitest";
import { clusterLeaders, clusterOf, countDistinct } from "../../../scenarios/set/clusters.ts";

const asked = (starts: string, ids: string) => ({ starts: [...starts], ids: new Set(ids) });

test.each([
  ["nothing in common", [asked("a", "123"), asked("b", "345")], [0, 1]],
  ["the same start", [asked("a", "12"), asked("ab", "89")], [0, 0]],
  ["half of all test cases", [asked("a", "123"), asked("b", "234")], [0, 0]],
  ["less than half of all", [asked("a", "1234"), asked("b", "345")], [0, 1]],
  ["no answer and no start", [asked("", ""), asked("", "")], [0, 1]],
  ["a chain: the third is like the second alone", [asked("a", "1"), asked("ab", "2"), asked("b", "3")], [0, 0, 2]],
])("of two questions with %s", (_, questions, leaders) => {
  expect(clusterLeaders(questions)).toEqual(leaders);
});

test("leaders have nothing in common with each other, and everybody else something with a leader", () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(some, some), { maxLength: 12 }), (drawn) => {
      const questions = drawn.map(([starts, ids]) => ({ starts: starts.slice(0, 1), ids: new Set(ids) }));
      const depends = (a: number, b: number) => {
        const [one, other] = [questions[a]!, questions[b]!];
        const common = [...one.ids].filter((id) => other.ids.has(id)).length;
        const all = new Set([...one.ids, ...other.ids]).size;
        return one.starts.some((start) => other.starts.includes(start)) || (common > 0 && common >= all / 2);
      };
      const found = clusterLeaders(questions);
      for (const [place, leader] of found.entries()) {
        const earlier = [...found.keys()].slice(0, place).filter((at) => found[at] === at);
        expect(leader).toBe(earlier.find((at) => depends(at, place)) ?? place);
      }
    }),
    { numRuns: 100 },
  );
});

test("a scenario without a cluster is one of its own, and leads those that name it", () => {
  const alone = { expected_ids: [] };
  const scenarios = [
    { id: "S001", ...alone },
    { id: "S002", cluster: "S001", ...alone },
    { id: "S003", ...alone },
  ];
  expect(scenarios.map(clusterOf)).toEqual(["S001", "S001", "S003"]);
  expect(countDistinct(scenarios)).toBe(2);
});

test("where no cluster is recorded, scenarios with half of their truth in common are not distinct", () => {
  const truths = [["A", "B"], ["A", "B", "C"], ["C"], [], []];
  expect(countDistinct(truths.map((expected_ids, at) => ({ id: `S00${at}`, expected_ids })))).toBe(4);
});

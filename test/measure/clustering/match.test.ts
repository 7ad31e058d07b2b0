import fc from "fast-check";
import { expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { matchClusters, type NamedCluster } from "../../../measure/clustering/match.ts";

/** `abc` is a cluster of three items. */
function match(before: Record<string, string>, after: readonly string[], unclustered = "") {
  let minted = 0;
  const named = Object.entries(before).map(([id, members]): NamedCluster => ({ id, members: [...members] }));
  const mintId = () => `new-${++minted}`;
  return matchClusters({ before: named, after: after.map((keys) => [...keys]), unclustered: [...unclustered], mintId });
}

it("ids stay where most of a cluster stays, though items came and went", () => {
  expect(match({ one: "abcd", two: "uvw" }, ["uvwxyz", "abkl"])).toEqual({ ids: ["two", "one"], events: [] });
});

it("a split is recorded: the larger part keeps the id", () => {
  expect(match({ one: "abcdef" }, ["ab", "cdefxy"])).toEqual({
    ids: ["new-1", "one"],
    events: [{ type: "split", id: "one", into: ["one", "new-1"] }],
  });
});

it("a merge is recorded: the id with most items there stays; of equals the first", () => {
  expect(match({ one: "ab", two: "uvw" }, ["abuvw"])).toEqual({
    ids: ["two"],
    events: [{ type: "merged", ids: ["one", "two"], into: "two" }],
  });
  expect(match({ b: "xy", a: "uv" }, ["uvxy"]).ids).toEqual(["a"]);
});

it("what is new and what ended is said; a quarter elsewhere is a part, less is none", () => {
  expect(match({ one: "abcdefgh", two: "uv" }, ["abcdefxyz", "gh", "klmn", "j"])).toEqual({
    ids: ["one", "new-2", "new-1", "new-3"],
    events: [
      { type: "split", id: "one", into: ["one", "new-2"] },
      { type: "appeared", id: "new-1" },
      { type: "appeared", id: "new-3" },
      { type: "ended", id: "two" },
    ],
  });
  expect(match({ one: "abcdefghi" }, ["abcdefg", "hi"]).events).toEqual([{ type: "appeared", id: "new-1" }]);
});

it("a cluster whose items mostly left all clusters has ended, and its id is not used again", () => {
  expect(match({ one: "abcde" }, ["ab"], "cde")).toEqual({
    ids: ["new-1"],
    events: [
      { type: "appeared", id: "new-1" },
      { type: "ended", id: "one" },
    ],
  });
});

it("no order of clusters or members decides; every id is used once; clusters that stay have no event", () => {
  const partition = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 12, maxLength: 12 });
  const clustersOf = (labels: number[]) =>
    [0, 1, 2, 3, 4]
      .map((label) => [..."abcdefghijkl"].filter((_, i) => labels[i] === label))
      .filter(({ length }) => length > 0);
  fc.assert(
    fc.property(partition, partition, fc.string(), (old, fresh, seed) => {
      const before = clustersOf(old).map((members, at) => ({ id: `c${at}`, members }));
      const after = clustersOf(fresh);
      const run = (named: NamedCluster[], clusters: string[][]) => {
        let minted = 0;
        const { ids, events } = matchClusters({ before: named, after: clusters, mintId: () => `n${++minted}` });
        return {
          events,
          byMember: Object.fromEntries(clusters.flatMap((keys, at) => keys.map((key) => [key, ids[at]]))),
          ids,
        };
      };
      const plain = run(before, after);
      const random = makeRandom(seed);
      const mixed = run(
        shuffle(random, before).map(({ id, members }) => ({ id, members: shuffle(random, members) })),
        shuffle(random, after).map((keys) => shuffle(random, keys)),
      );
      expect({ ...mixed, ids: null }).toEqual({ ...plain, ids: null });
      expect(new Set(plain.ids).size).toBe(after.length);
      expect(
        run(
          before,
          before.map(({ members }) => members),
        ),
      ).toMatchObject({ events: [], ids: before.map(({ id }) => id) });
    }),
  );
});

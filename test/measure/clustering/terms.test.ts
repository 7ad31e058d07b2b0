import fc from "fast-check";
import { expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { npmiCoherence } from "../../../measure/clustering/coherence.ts";
import { groupingQuality, topicDiversity } from "../../../measure/clustering/quality.ts";
import { clusterTerms } from "../../../measure/clustering/terms.ts";

/** gensim's `common_texts`. */
const TEXTS = [
  "human interface computer",
  "survey user computer system response time",
  "eps user interface system",
  "system human system eps",
  "user response time",
  "trees",
  "graph trees",
  "graph minors trees",
  "graph minors survey",
].map((text) => text.split(" "));

it("NPMI equals gensim 4.4's c_npmi within 1e-12, where no word comes again within a window", () => {
  const topics = ["human computer system interface", "graph minors trees", "human trees time"].map((t) => t.split(" "));
  const close = (values: number[]) => values.map((value) => expect.closeTo(value, 12));
  expect(npmiCoherence(topics, { texts: TEXTS })).toEqual(
    close([0.2768026848266368, 0.45860108471874206, -0.9009140954294251]),
  );
  expect(npmiCoherence(topics.slice(1), { texts: TEXTS, window: 3 })).toEqual(
    close([0.5653190867598279, -0.8787160221149218]),
  );
});

it("a word that comes again within a window is still there: 0 by the definition, where gensim 4.4 has -.946", () => {
  // Windows aba, bac, acd: a in all three, c in two, both in two: ln(2/3 / (1 * 2/3)) = 0.
  expect(npmiCoherence([["a", "c"]], { texts: [[..."abacd"]], window: 3 })[0]).toBeCloseTo(0, 9);
});

it("NPMI is null for one word, and for a word that no text has; the order of a topic's words is none", () => {
  expect(npmiCoherence([["graph"], ["graph", "graph"], ["graph", "absent"]], { texts: TEXTS })).toEqual([
    null,
    null,
    null,
  ]);
  const [one, other] = npmiCoherence(
    [
      ["graph", "trees", "survey"],
      ["survey", "graph", "trees"],
    ],
    { texts: TEXTS },
  );
  expect(one).toBeCloseTo(other!, 14);
});

it("terms of one to three words have the weights of scikit-learn's counts under the formula, ties by their text", () => {
  const texts = [
    "drop call drop call timeout",
    "call drop handover",
    "memory leak after restart",
    "leak memory restart memory",
    "timeout",
  ];
  const found = clusterTerms(
    texts.map((text) => text.split(" ")),
    { labels: [0, 0, 1, 1, -1], most: 4 },
  );
  const weight = (value: number) => expect.closeTo(value, 12);
  expect(found).toEqual([
    [
      { term: "call", weight: weight(0.27190280319214594), count: 3 },
      { term: "drop", weight: weight(0.27190280319214594), count: 3 },
      { term: "call drop", weight: weight(0.2188267384961675), count: 2 },
      { term: "drop call", weight: weight(0.2188267384961675), count: 2 },
    ],
    [
      { term: "memory", weight: weight(0.27190280319214594), count: 3 },
      { term: "leak", weight: weight(0.2188267384961675), count: 2 },
      { term: "restart", weight: weight(0.2188267384961675), count: 2 },
      { term: "after", weight: weight(0.14390373141365703), count: 1 },
    ],
  ]);
});

it("terms are the same for any order of texts", () => {
  const texts = fc.array(
    fc.tuple(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }), fc.integer({ min: -1, max: 2 })),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(texts, fc.string(), (rows, seed) => {
      const termsOf = (list: typeof rows) =>
        clusterTerms(
          list.map(([words]) => words),
          { labels: list.map(([, label]) => label) },
        );
      expect(termsOf(shuffle(makeRandom(seed), rows))).toEqual(termsOf(rows));
    }),
  );
});

it("says clusters, coverage and the largest cluster's share of all rows; diversity of the first words", () => {
  expect(groupingQuality([0, 0, 0, 1, -1, -1])).toEqual({ clusters: 2, coverage: 4 / 6, largestShare: 0.5 });
  expect(groupingQuality([-1])).toEqual({ clusters: 0, coverage: 0, largestShare: 0 });
  expect(groupingQuality([])).toEqual({ clusters: 0, coverage: null, largestShare: null });
  expect(
    topicDiversity(
      [
        ["a", "b", "z"],
        ["b", "c", "y"],
      ],
      2,
    ),
  ).toBe(0.75);
  expect(topicDiversity([])).toBeNull();
});

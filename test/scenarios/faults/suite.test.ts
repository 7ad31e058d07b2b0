import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../../db/ports/ports.ts";
import { configSchema } from "../../../harness/record/config/schema.ts";
import { rankWith } from "../../../harness/results/baselines/baseline.ts";
import { BASELINES } from "../../../harness/results/baselines/registry.ts";
import { generateFaultSuite } from "../../../scenarios/faults/generate.ts";
import { type HeldOut, holdOut } from "../../../scenarios/faults/hold-out.ts";
import type { ScenarioSet } from "../../../scenarios/set/schema.ts";
import { nonEmpty } from "../../non-empty.ts";
import { openCorpus } from "../substrates.ts";
import { smallTracker, withPattern } from "./tracker.ts";

const OPTIONS = { seed: 3, most: 10 };

describe("reports that are held out", () => {
  const whole = smallTracker();
  const { corpus, asked } = holdOut(whole, OPTIONS);

  it("are the last of each group, one that names an earlier one or has no time apart", () => {
    expect(asked.map(({ report, earlier }) => [report.id, earlier])).toEqual([
      ["BUG-91", ["BUG-11", "BUG-90"]],
      ["BUG-94", ["BUG-44"]],
    ]);
  });

  it("are gone from the corpus with their links, and its name and hash say so", () => {
    expect(corpus.artifacts).toHaveLength(whole.artifacts.length - 2);
    expect(corpus.links.map(({ sourceId }) => sourceId)).toEqual(["BUG-90", "BUG-92", "BUG-93"]);
    expect([corpus.hash, corpus.mapping.name]).not.toEqual([whole.hash, whole.mapping.name]);
    expect(corpus.notes.at(-1)).toContain(
      "2 reports are held out and asked; no question were the last reports of 2 of 4",
    );
  });

  it("are fewer where fewer are wanted, drawn by seed", () => {
    const one = holdOut(whole, { seed: 3, most: 1 }).asked.map(({ report }) => report.id);
    expect(one).toHaveLength(1);
    expect(holdOut(whole, { seed: 3, most: 1 }).asked.map(({ report }) => report.id)).toEqual(one);
  });

  it("a corpus without known duplicates has none", () => {
    expect(() => holdOut({ ...whole, links: [] }, OPTIONS)).toThrow("no report of a fault that a person linked");
  });

  it("are textually alike where chance gives less", () => {
    expect(asked.map(({ alike }) => alike)).toEqual([false, true]);
    expect(asked.map(({ likeness }) => likeness)).toEqual([0, 1]);
  });
});

describe("the suite of faults", () => {
  let held: HeldOut;
  let substrate: Substrate;
  let set: ScenarioSet;
  beforeAll(async () => {
    held = holdOut(smallTracker(), OPTIONS);
    substrate = await openCorpus(held.corpus);
    set = await generateFaultSuite(substrate, { asked: held.asked, seed: 3 });
  });
  afterAll(() => substrate.close());

  it("asks of each by what it has of summary, keywords that others have too, and symptoms, as one cluster", () => {
    expect(set.scenarios.map(({ id, template, cluster, faults }) => [id, template, cluster, faults?.report])).toEqual([
      ["S001", "summary", undefined, "BUG-91"],
      ["S002", "symptom", "S001", "BUG-91"],
      ["S003", "summary", undefined, "BUG-94"],
      ["S004", "keyword", "S003", "BUG-94"],
    ]);
    expect(set.scenarios[1]?.turns).toEqual(["Was this reported before?\n\nJobs hang\nNothing starts any more."]);
    expect(set.scenarios.map(({ faults }) => faults?.documents)).toEqual(Array(4).fill("reports"));
  });

  it("asks for patterns that hold an earlier report, where the corpus has patterns", async () => {
    const withOne = await openCorpus(withPattern(held.corpus, ["BUG-11", "BUG-12"]));
    const { scenarios } = await generateFaultSuite(withOne, { asked: held.asked, seed: 3 });
    const sought = scenarios.filter(({ faults }) => faults?.documents === "patterns");
    expect(sought.map(({ template, cluster, expected_ids }) => [template, cluster, expected_ids])).toEqual(
      ["summary", "symptom"].map((query) => [query, "S001", ["FAULT-PATTERN-1"]]),
    );
    const tools = { substrate: withOne, limits: configSchema.parse({}).limits, seed: 1 };
    const { tests } = await rankWith(BASELINES.keyword, sought[0]!, tools);
    expect(tests.map(({ id }) => id)).toEqual(["FAULT-PATTERN-1"]);
    await withOne.close();
  });

  it("is refused where the snapshot holds what is asked", async () => {
    const whole = await openCorpus(smallTracker());
    await expect(generateFaultSuite(whole, { asked: held.asked, seed: 3 })).rejects.toThrow("is not as the snapshot");
    await whole.close();
  });

  it.each(["keyword", "vector", "hybrid", "random"] as const)(
    "%s ranks earlier reports alone, as of the day that the question came",
    async (name) => {
      const early = {
        ...set.scenarios[2]!,
        faults: { ...set.scenarios[2]!.faults!, filed: "2023-03-01T00:00:00.000Z" },
      };
      const tools = { substrate, limits: configSchema.parse({}).limits, seed: 1 };
      const { tests } = await rankWith(BASELINES[name], early, tools);
      for (const { id } of nonEmpty(tests)) expect(id).toMatch(/^BUG-[12]\d$/);
      const later = await rankWith(BASELINES[name], set.scenarios[2]!, tools);
      expect(later.tests.length).toBe(10);
    },
  );

  it("the oracle names what people linked", async () => {
    const tools = { substrate, limits: configSchema.parse({}).limits, seed: 1 };
    const { tests } = await rankWith(BASELINES.oracle, set.scenarios[0]!, tools);
    expect(tests.map(({ id }) => id)).toEqual(["BUG-11", "BUG-90"]);
  });

  it("re-ranking puts the hybrid pool in the cross-encoder's order, and is refused without one", async () => {
    const tools = { substrate, limits: configSchema.parse({}).limits, seed: 1 };
    const scenario = set.scenarios[2]!;
    const rerank = async (_query: string, hits: readonly { id: string }[]) => hits.map(({ id }) => id).sort();
    const { tests } = await rankWith(BASELINES.reranked, scenario, { ...tools, rerank });
    const ids = tests.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    await expect(rankWith(BASELINES.reranked, scenario, tools)).rejects.toThrow("needs a cross-encoder");
  });
});

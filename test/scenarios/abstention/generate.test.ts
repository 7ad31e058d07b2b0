import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containsId } from "../../../base/ids.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { generateAbstentionSuite } from "../../../scenarios/abstention/generate.ts";
import { ABSTENTION_KINDS, type Scenario, type ScenarioSet } from "../../../scenarios/set/schema.ts";
import { formatScenarioSet, writeScenarioSet } from "../../../scenarios/set-file.ts";
import { validateScenarioSet } from "../../../scenarios/validate.ts";
import { openSmallSubstrate } from "../../db/small-corpus.ts";
import { nonEmpty } from "../../non-empty.ts";
import { dropRole, openCorpus, openTelecom, readOpenconfig } from "../substrates.ts";

/** Pairs as [the one that lacks something, its twin]. */
function pairsOf({ scenarios }: ScenarioSet): [Scenario, Scenario][] {
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  return scenarios.flatMap((scenario): [Scenario, Scenario][] =>
    scenario.nonexistence ? [[scenario, byId.get(scenario.twin?.id ?? "") as Scenario]] : [],
  );
}

function expectMinimalPairs(set: ScenarioSet): void {
  for (const [lacking, whole] of nonEmpty(pairsOf(set))) {
    expect(whole.twin?.id).toBe(lacking.id);
    expect([lacking.family, lacking.complexity, lacking.register]).toEqual([
      whole.family,
      whole.complexity,
      whole.register,
    ]);
    const { here = "", there = "" } = lacking.twin ?? {};
    for (const [{ turns }, said] of [[lacking, here] as const, [whole, there] as const])
      expect(turns.join("\n").split(said)).toHaveLength(2);
    expect(lacking.turns.map((turn) => turn.replace(here, there))).toEqual(whole.turns);
    expect(whole.turns.map((turn) => turn.replace(there, here))).toEqual(lacking.turns);
  }
}

describe("the abstention suite on the telecom corpus", () => {
  let substrate: Substrate;
  let set: ScenarioSet;
  beforeAll(async () => {
    substrate = await openTelecom();
    set = await generateAbstentionSuite(substrate, { seed: 11, total: 64 });
  });
  afterAll(() => substrate.close());

  it("has every kind of nonexistence equally often, each in a pair, and nothing left out", () => {
    expect(set.notes).toEqual([]);
    expect(set.scenarios.map(({ id }) => id)).toEqual(
      Array.from({ length: 64 }, (_, index) => `S${String(index + 1).padStart(3, "0")}`),
    );
    const kinds = pairsOf(set).map(([{ nonexistence }]) => nonexistence);
    expect(kinds).toHaveLength(32);
    for (const kind of ABSTENTION_KINDS) expect(kinds.filter((one) => one === kind)).toHaveLength(4);
  });

  it("has twins whose questions differ in one detail, once, and in nothing else", () => expectMinimalPairs(set));

  it("proves both truths by two routes: none for the one, 1 to 97 for the other, the real part's where only a part lacks", () => {
    for (const [lacking, whole] of nonEmpty(pairsOf(set))) {
      expect([lacking.derivation?.validated, whole.derivation?.validated]).toEqual([true, true]);
      expect(lacking.derivation?.validation).toContain("premise, by both routes");
      expect(whole.answerable && whole.expected_ids.length).toBeGreaterThan(0);
      expect(whole.expected_ids.length).toBeLessThanOrEqual(97);
      expect(lacking.answerable).toBe(lacking.nonexistence === "partly_answerable");
      if (!lacking.answerable) continue;
      expect(lacking.unsupported).toEqual([lacking.twin?.here]);
      expect(lacking.reference_answer).toContain("Nothing supports the rest");
      expect(lacking.expected_ids.every((id) => whole.expected_ids.includes(id))).toBe(true);
      expect(lacking.expected_ids.length).toBeLessThan(whole.expected_ids.length);
    }
  });

  it("names no expected id in a question, and asks nothing twice", () => {
    for (const { turns, expected_ids } of nonEmpty(set.scenarios))
      expect(expected_ids.filter((id) => containsId(turns.join("\n"), id))).toEqual([]);
    expect(new Set(set.scenarios.map(({ turns }) => turns.join("\n"))).size).toBe(64);
  });

  it("gives the same bytes for the same seed and other questions for another", async () => {
    const again = await generateAbstentionSuite(substrate, { seed: 11, total: 64 });
    expect(formatScenarioSet(again)).toBe(formatScenarioSet(set));
    const other = await generateAbstentionSuite(substrate, { seed: 12, total: 16 });
    const known = new Set(set.scenarios.map(({ turns }) => turns.join()));
    expect(other.scenarios.filter(({ turns }) => known.has(turns.join()))).toEqual([]);
  });

  it("writes sets that validation accepts", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-twins-"));
    try {
      await writeScenarioSet(join(folder, "twins.yaml"), set);
      expect(await validateScenarioSet(join(folder, "twins.yaml"), { substrate })).toEqual(set);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the abstention suite on a corpus that loses its roles one by one", () => {
  let substrate: Substrate;
  beforeAll(async () => {
    substrate = await openSmallSubstrate();
  });
  afterAll(() => substrate.close());

  it("names each kind that the corpus cannot carry with what it needs, and lets others stand in", async () => {
    await dropRole(substrate, "backlog");
    const { notes, scenarios } = await generateAbstentionSuite(substrate, { seed: 1, total: 40 });
    const leftOut = notes.flatMap((note) => /^kind (\w+) left out: .* needs ./.exec(note)?.[1] ?? []);
    const made = new Set(scenarios.map(({ nonexistence }) => nonexistence));
    expect(leftOut.length).toBeGreaterThan(0);
    expect(ABSTENTION_KINDS.filter((kind) => !made.has(kind)).sort()).toEqual(leftOut.sort());
  });

  it("refuses a corpus without test cases, naming all kinds", async () => {
    await dropRole(substrate, "catalog");
    await dropRole(substrate, "tests");
    const refusal = generateAbstentionSuite(substrate, { seed: 1, total: 40 });
    await expect(refusal).rejects.toThrow(UserError);
    await expect(refusal).rejects.toMatchObject({ problems: { length: ABSTENTION_KINDS.length } });
  });
});

it("the abstention suite on test plans of others carries all kinds, with pairs that differ in one detail", async () => {
  const substrate = await openCorpus(await readOpenconfig());
  try {
    const set = await generateAbstentionSuite(substrate, { seed: 11, total: 16 });
    expect(set.notes).toEqual([]);
    expect(new Set(pairsOf(set).map(([{ nonexistence }]) => nonexistence))).toEqual(new Set(ABSTENTION_KINDS));
    expectMinimalPairs(set);
  } finally {
    await substrate.close();
  }
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containsId } from "../../base/ids.ts";
import { UserError } from "../../base/user-error.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { generateScenarios } from "../../scenarios/generate.ts";
import { MAX_ENTITIES } from "../../scenarios/generators/ask.ts";
import * as ASKS from "../../scenarios/phrasing/asks.ts";
import { REGISTERS } from "../../scenarios/phrasing/registers.ts";
import { DISTRIBUTION, MAX_RELEVANT, planSlots } from "../../scenarios/set/distribution.ts";
import { FAMILIES, NONEXISTENCE_KINDS, type ScenarioSet } from "../../scenarios/set/schema.ts";
import { SUITE_TOTALS } from "../../scenarios/set/suite-names.ts";
import { formatScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";
import { validateScenarioSet } from "../../scenarios/validate.ts";
import { openSmallSubstrate } from "../db/small-corpus.ts";
import { nonEmpty } from "../non-empty.ts";
import { dropRole, openTelecom } from "./substrates.ts";

const KINDS = [
  "lookup details",
  "lookup verified_items",
  "lookup absent_links",
  "search topic_count",
  "traceability count",
  "traceability tests_and_items",
  "traceability corrected",
  "impact feature",
  "impact requirement",
  "impact component",
  "impact message",
  "comparison filtered_difference",
];

/** `family / complexity / answerable` -> how many. */
function tally(
  scenarios: readonly { family: string; complexity: string; answerable: boolean }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { family, complexity, answerable } of scenarios) {
    const key = `${family} / ${complexity} / ${answerable}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe("generateScenarios on the telecom corpus", () => {
  let substrate: Substrate;
  let set: ScenarioSet;
  beforeAll(async () => {
    substrate = await openTelecom();
    set = await generateScenarios(substrate, { seed: 11 });
  });
  afterAll(() => substrate.close());

  it("makes 52 scenarios, exactly by the table, with nothing left out", () => {
    expect(set.notes).toEqual([]);
    expect(tally(set.scenarios)).toEqual(tally(planSlots(52)));
    expect(set.scenarios.filter(({ turns }) => turns.length > 1)).toHaveLength(8);
    expect(set.scenarios.map(({ id }) => id)).toEqual(
      Array.from({ length: 52 }, (_, index) => `S${String(index + 1).padStart(3, "0")}`),
    );
  });

  it("gives the same bytes for the same seed, and other questions for another", async () => {
    const again = await generateScenarios(substrate, { seed: 11 });
    expect(formatScenarioSet(again)).toBe(formatScenarioSet(set));
    const other = await generateScenarios(substrate, { seed: 12 });
    const known = new Set(set.scenarios.map(({ turns }) => turns.join()));
    expect(other.scenarios.filter(({ turns }) => known.has(turns.join())).length).toBeLessThan(5);
  });

  it("asks for 1 to 97 test cases, for 2 to 15 in most", () => {
    const sizes = set.scenarios.filter(({ answerable }) => answerable).map(({ expected_ids }) => expected_ids.length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_RELEVANT);
    expect(sizes.filter((size) => size >= 2 && size <= 15).length).toBeGreaterThan(sizes.length / 2);
  });

  it("has every kind of nonexistence, each proven empty by both routes with its premises", () => {
    const unanswerable = set.scenarios.filter(({ answerable }) => !answerable);
    expect(new Set(unanswerable.map(({ nonexistence }) => nonexistence))).toEqual(new Set(NONEXISTENCE_KINDS));
    for (const { expected_ids, derivation } of nonEmpty(unanswerable)) {
      expect(expected_ids).toEqual([]);
      expect(derivation?.validated).toBe(true);
      expect(derivation?.validation).toContain("premise, by both routes");
    }
  });

  it("speaks in all registers about equally often", () => {
    for (const register of REGISTERS) {
      const count = set.scenarios.filter((scenario) => scenario.register === register).length;
      expect(count).toBeGreaterThanOrEqual(8);
    }
  });

  it("never names an expected id in a question, nor leaves a slot open", () => {
    for (const { turns, expected_ids } of nonEmpty(set.scenarios)) {
      const said = turns.join("\n");
      expect(expected_ids.filter((id) => containsId(said, id))).toEqual([]);
      expect(said).not.toMatch(/\{\w+\}|undefined|\bcanon\.|\bproc\.|quality_area/);
    }
  });

  it("asks nothing twice", () => {
    expect(new Set(set.scenarios.map(({ turns }) => turns.join("\n"))).size).toBe(52);
    const truths = set.scenarios.map(({ derivation }) => JSON.stringify([derivation?.sql, derivation?.parameters]));
    expect(new Set(truths).size).toBe(52);
    const answers = set.scenarios.flatMap(({ expected_ids }) => (expected_ids.length > 0 ? [expected_ids.join()] : []));
    expect(new Set(answers).size).toBe(answers.length);
  });

  it("expects entities that the question does not say, and says what is found in the reference answer", () => {
    for (const { expected_entities, reference_answer, expected_ids, answerable, turns } of nonEmpty(set.scenarios)) {
      const said = turns.join("\n").toLowerCase();
      expect(expected_entities.filter((entity) => said.includes(entity.toLowerCase()))).toEqual([]);
      expect(expected_entities.length).toBeLessThanOrEqual(MAX_ENTITIES + 4);
      if (answerable) expect(expected_ids.some((id) => reference_answer.includes(id))).toBe(true);
      else expect(expected_entities).toEqual([]);
      for (const entity of expected_entities) expect(reference_answer).toContain(entity);
      expect(reference_answer).toMatch(answerable ? /existing test case/ : /^No supported recommendation: /);
    }
    expect(set.scenarios.filter(({ expected_entities }) => expected_entities.length > 0).length).toBeGreaterThan(30);
  });

  it("asks for something besides whether or not there is an answer, so that the question does not tell", () => {
    const asks = Object.values(ASKS).flatMap(({ formal, terse, colloquial, ticket }) =>
      [formal, terse, colloquial, ticket].flat(),
    );
    const words = asks.map(
      (ask) =>
        ask
          .replaceAll(/[^a-z]*\{\w+\}[^a-z]*|[^a-z ]/gi, "|")
          .split("|")
          .sort((a, b) => b.length - a.length)[0] ?? "",
    );
    const share = (scenarios: readonly { turns: string[] }[]) =>
      scenarios.filter(({ turns }) => words.some((part) => turns.at(-1)?.includes(part.trim()))).length /
      scenarios.length;
    const [yes, no] = [true, false].map((kind) => set.scenarios.filter(({ answerable }) => answerable === kind));
    expect(share(no ?? [])).toBeGreaterThan(share(yes ?? []) - 0.2);
  });

  it("asks each kind of the study: details with links, the way back, none there, impact, counts, differences, corrections", () => {
    const kinds = set.scenarios.map(({ family, template }) => `${family} ${template}`);
    expect(kinds).toEqual(expect.arrayContaining(KINDS));
  });

  it("tells that a test case has no links from that there is no test case", () => {
    const [alone] = set.scenarios.filter(({ template }) => template === "absent_links");
    expect(alone?.answerable).toBe(true);
    expect(alone?.expected_ids).toHaveLength(1);
    expect(alone?.derivation?.validation).toContain('"unlinked"');
    expect(alone?.reference_answer).toMatch(/no backlog item is linked/);
  });

  it("has truths of 80 to 100 test cases", () => {
    const sizes = set.scenarios.map(({ expected_ids }) => expected_ids.length).sort((a, b) => b - a);
    expect(sizes[1]).toBeGreaterThanOrEqual(41);
    expect(sizes.every((size) => size <= MAX_RELEVANT)).toBe(true);
  });

  it("begins with a fair look: the first five are of five families and answerable", () => {
    const first = set.scenarios.slice(0, 5);
    expect(new Set(first.map(({ family }) => family)).size).toBeGreaterThanOrEqual(4);
    expect(first.filter(({ answerable }) => answerable).length).toBeGreaterThanOrEqual(4);
  });

  it("reads the checked-in example, whose truths are queries, on any telecom snapshot", async () => {
    const example = fileURLToPath(new URL("../../scenarios/sets/telecom-example.yaml", import.meta.url));
    const { scenarios } = await validateScenarioSet(example, { substrate });
    expect(scenarios.map(({ expected_ids }) => expected_ids.length > 0)).toEqual([true, true, false]);
  });

  it("writes sets that its own validation accepts", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-generated-"));
    try {
      const path = join(folder, "scenarios.yaml");
      await writeScenarioSet(path, set);
      expect(await validateScenarioSet(path, { substrate })).toEqual(set);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([1, 7, 30])("keeps to the table for a total of %i", async (total) => {
    const cut = await generateScenarios(substrate, { seed: 2, total });
    expect(tally(cut.scenarios)).toEqual(tally(planSlots(total)));
  });

  it("makes ten of every stratum of the study's table for the scale set, asks nothing twice and leaves nothing out", async () => {
    const { scenarios: options } = configSchema.parse({ scenarios: { suite: "scale" } });
    expect(options.total).toBe(SUITE_TOTALS.scale);
    const { scenarios, notes } = await generateScenarios(substrate, options);
    expect(notes).toEqual([]);
    expect(new Set(scenarios.map(({ turns }) => turns.join("\n"))).size).toBe(520);
    for (const { family, complexity, answerable, count } of DISTRIBUTION) {
      const stratum = scenarios.filter(
        (one) => one.family === family && one.complexity === complexity && one.answerable === answerable,
      );
      expect(stratum, `${family} ${complexity}`).toHaveLength(10 * count);
    }
  });
});

describe("generateScenarios on a very small corpus that loses its roles one by one", () => {
  let substrate: Substrate;
  beforeAll(async () => {
    substrate = await openSmallSubstrate();
  });
  afterAll(() => substrate.close());

  function leftOut({ notes }: ScenarioSet): string[] {
    return notes.flatMap((note) => /^family (\w+) left out/.exec(note)?.[1] ?? []);
  }

  it("makes what it can carry with all roles, and says what it could not", async () => {
    const set = await generateScenarios(substrate, { seed: 1 });
    // Its few texts name no topic and no concept: search is planned, and said to have come to nothing.
    expect(new Set(set.scenarios.map(({ family }) => family))).toEqual(new Set(FAMILIES.filter((f) => f !== "search")));
    expect(leftOut(set)).toEqual([]);
    expect(set.notes.join("\n")).toMatch(/^search \/ .*: the corpus offers none; /m);
    // No list is asked for twice, however small the corpus.
    const answers = set.scenarios.flatMap(({ expected_ids }) => (expected_ids.length > 0 ? [expected_ids.join()] : []));
    expect(new Set(answers).size).toBe(answers.length);
  });

  it("speaks of parts only where something has parts, and of no topic that a text is about", async () => {
    await substrate.sql.execute("BEGIN; DELETE FROM canon.containment;");
    const { scenarios } = await generateScenarios(substrate, { seed: 2 });
    await substrate.sql.execute("ROLLBACK;");
    // The parts of a protocol are its messages.
    const asked = scenarios.filter(
      ({ family, template }) => ["traceability", "impact"].includes(family) && template !== "component",
    );
    expect(nonEmpty(asked).filter(({ turns }) => /\bparts?\b|contain|below/.test(turns.join("\n")))).toEqual([]);
  });

  it.each([2, 3, 4, 5])("proves all it asks by two routes and says none of it, whatever the seed: %i", async (seed) => {
    const { scenarios } = await generateScenarios(substrate, { seed, total: 26 });
    for (const { turns, expected_ids, expected_entities, derivation } of nonEmpty(scenarios)) {
      const said = turns.join("\n").toLowerCase();
      expect(expected_ids.filter((id) => containsId(said, id.toLowerCase()))).toEqual([]);
      expect(expected_entities.filter((entity) => said.includes(entity.toLowerCase()))).toEqual([]);
      expect(derivation?.validated).toBe(true);
    }
  });

  it("asks about the impact of backlog items without messages and protocols", async () => {
    await dropRole(substrate, "catalog");
    const set = await generateScenarios(substrate, { seed: 1, total: 22 });
    expect(leftOut(set)).toEqual([]);
    const impact = set.scenarios.filter(({ family }) => family === "impact");
    expect(impact.some(({ answerable }) => answerable)).toBe(true);
    expect(impact.flatMap(({ turns }) => turns).join("\n")).not.toMatch(/message|protocol/);
  });

  it("keeps look-up alone when there is no backlog either", async () => {
    await dropRole(substrate, "backlog");
    const set = await generateScenarios(substrate, { seed: 1, total: 10 });
    expect(new Set(set.scenarios.map(({ family }) => family))).toEqual(new Set(["lookup"]));
    expect(leftOut(set)).toEqual(["traceability", "impact", "comparison"]);
  });

  it("refuses it without test cases", async () => {
    await dropRole(substrate, "tests");
    await expect(generateScenarios(substrate, { seed: 1 })).rejects.toThrow(UserError);
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Substrate } from "../../db/ports/ports.ts";
import { generateScenarios } from "../../scenarios/generate.ts";
import type { ScenarioSet } from "../../scenarios/set/schema.ts";
import { openCorpus, readOpenconfig } from "./substrates.ts";

let substrate: Substrate;
let set: ScenarioSet;
beforeAll(async () => {
  substrate = await openCorpus(await readOpenconfig());
  set = await generateScenarios(substrate, { seed: 11 });
});
afterAll(() => substrate?.close());

it("test plans that others wrote carry all families: 52 proven scenarios from roles alone", () => {
  expect(set.notes.filter((note) => note.startsWith("family"))).toEqual([]);
  expect(set.scenarios).toHaveLength(52);
  expect(set.scenarios.every(({ derivation }) => derivation?.validated)).toBe(true);
  expect(set.scenarios.filter(({ answerable }) => !answerable).length).toBeGreaterThanOrEqual(12);
});

it("nothing is asked about a change request whose text gives a linked test away", async () => {
  const { rows } = await substrate.sql.query<{ id: string }>(
    `SELECT backlog_item_id AS id FROM canon.backlog_item WHERE EXISTS (
       SELECT FROM jsonb_each(attributes) AS member
       WHERE key IN ('mentions_linked_plan_id', 'names_linked_directory', 'adds_test') AND value NOT IN ('[]', 'null', 'false'))`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const said = set.scenarios.map(({ turns }) => turns.join("\n")).join("\n");
  expect(rows.filter(({ id }) => said.includes(id))).toEqual([]);
});

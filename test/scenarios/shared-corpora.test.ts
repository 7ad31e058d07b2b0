import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../db/ports.ts";
import { generateScenarios } from "../../scenarios/generate.ts";
import type { ScenarioSet } from "../../scenarios/schema.ts";
import { sharedPath } from "../shared.ts";
import { openFolder } from "./substrates.ts";

const BUILD_TIMEOUT_MS = 300_000;

/** What each real corpus is known to lack. */
const CORPORA = [
  { name: "libest", leftOut: ["impact"] },
  { name: "onap", leftOut: ["impact"] },
  { name: "openconfig", leftOut: [] },
];

describe.each(CORPORA)(
  "generateScenarios on $name (left out where the shared folder is absent)",
  ({ name, leftOut }) => {
    const path = sharedPath("data", name);
    let substrate: Substrate | undefined;
    let set: ScenarioSet;
    beforeAll(async () => {
      if (path === null) return;
      substrate = await openFolder(path);
      set = await generateScenarios(substrate, { seed: 11 });
    }, BUILD_TIMEOUT_MS);
    afterAll(() => substrate?.close());

    it.skipIf(path === null)("makes 52 proven scenarios from roles alone", () => {
      expect(set.scenarios).toHaveLength(52);
      expect(set.notes.flatMap((note) => /^family (\w+) left out/.exec(note)?.[1] ?? [])).toEqual(leftOut);
      expect(set.scenarios.every(({ derivation }) => derivation?.validated)).toBe(true);
      expect(set.scenarios.filter(({ answerable }) => !answerable).length).toBeGreaterThanOrEqual(12);
    });

    it.skipIf(path === null)("asks about no change request whose text gives a linked test away", async () => {
      const { rows } = (await substrate?.sql.query<{ id: string }>(
        `SELECT backlog_item_id AS id FROM canon.backlog_item WHERE EXISTS (
         SELECT FROM jsonb_each(attributes) AS member
         WHERE key IN ('mentions_linked_plan_id', 'names_linked_directory', 'adds_test') AND value NOT IN ('[]', 'null', 'false'))`,
      )) ?? { rows: [] };
      if (name === "openconfig") expect(rows.length).toBeGreaterThan(500);
      const said = set.scenarios.map(({ turns }) => turns.join("\n")).join("\n");
      expect(rows.filter(({ id }) => said.includes(id))).toEqual([]);
    });
  },
);

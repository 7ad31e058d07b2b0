import { afterAll, beforeAll, expect, it } from "vitest";
import { aboutLinksOf, readEntities } from "../../../agent/tools/entity-ids.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { openSmallSubstrate } from "../../db/small-corpus.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await openSmallSubstrate();
});
afterAll(() => substrate.close());

it("tells which items other links join to items or tests, by a kind without a role", async () => {
  await substrate.sql.execute(`
    INSERT INTO raw.link SELECT max(link_id) + 1, min(ingest_run_id), 'FEA-103', 'REQ-203', 'relates' FROM raw.link;
    INSERT INTO raw.link SELECT max(link_id) + 1, min(ingest_run_id), 'TC-1001', 'REQ-202', 'relates' FROM raw.link;`);
  const ids = ["FEA-103", "REQ-201", "REQ-202", "TC-1001", "XX-1"];
  expect(await aboutLinksOf(substrate, ids, await readEntities(substrate, ids))).toEqual({
    not_found: ["XX-1"],
    other_links: ["FEA-103", "REQ-202"],
  });
});

import { readdir, readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { readJsonLines } from "../../base/json-lines.ts";
import {
  executionRecordSchema,
  extractionSchema,
  metaVerdictSchema,
  verdictSchema,
} from "../../harness/record/domain/records.ts";
import { readManifest } from "../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { scenarioSetSchema } from "../../scenarios/set/schema.ts";
import { nonEmpty } from "../non-empty.ts";
import { makeRunFixture } from "./run-fixture.ts";

let run: string;
beforeAll(async () => {
  run = await makeRunFixture();
});
afterAll(() => rm(run, { recursive: true }));

test.each([
  ["rawOutput", executionRecordSchema, 143],
  ["extractions", extractionSchema, 142],
  ["verdicts", verdictSchema, 141],
  ["calibration", verdictSchema, 30],
  ["meta", metaVerdictSchema, 5],
] as const)("every record in %s is valid by its schema", async (part, schema, atLeast) => {
  const records: unknown[] = [];
  for (const name of await readdir(runPath(run, part)))
    records.push(...(await readJsonLines(runPath(run, part, name))));
  for (const record of nonEmpty(records)) expect(schema.parse(record)).toBeDefined();
  expect(records.length).toBeGreaterThanOrEqual(atLeast);
});

test("the scenarios are a valid set of six answerable and two unanswerable ones", async () => {
  const set = scenarioSetSchema.parse(parse(await readFile(runPath(run, "scenarios"), "utf8")));
  expect(set.scenarios.filter((scenario) => scenario.answerable)).toHaveLength(6);
  expect(set.scenarios).toHaveLength(8);
});

test("the manifest is readable and says that it is a fixture", async () => {
  expect((await readManifest(run)).run_id).toBe("fixture");
  expect(await readFile(runPath(run, "manifest"), "utf8")).toContain("not a measurement");
});

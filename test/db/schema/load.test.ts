import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadSchema } from "../../../db/schema/load.ts";

async function withFiles(names: readonly string[], check: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-schema-"));
  for (const name of names) await writeFile(join(folder, name), `-- ${name}`);
  await check(folder);
  await rm(folder, { recursive: true });
}

it("gives the files in the order of their numbers", async () => {
  await withFiles(["002-b.sql", "001-a.sql", "notes.md"], async (folder) => {
    expect(await loadSchema(folder)).toEqual([
      { name: "001-a.sql", sql: "-- 001-a.sql" },
      { name: "002-b.sql", sql: "-- 002-b.sql" },
    ]);
  });
});

it.each([
  ["a missing number", ["001-a.sql", "003-c.sql"]],
  ["a number that does not start at 001", ["002-a.sql"]],
  ["a number used twice", ["001-a.sql", "001-b.sql"]],
  ["a name without a number", ["001-a.sql", "extra.sql"]],
  ["no file at all", []],
])("refuses %s", async (_what, names) => {
  await withFiles(names, (folder) => expect(loadSchema(folder)).rejects.toThrow(folder));
});

it("loads the project's own schema", async () => {
  expect((await loadSchema()).length).toBeGreaterThanOrEqual(6);
});

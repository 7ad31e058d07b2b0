import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { readTables } from "../../../../harness/results/tables/read-tables.ts";

test("tables that another version rendered are refused, each by its name, with the command that renders them anew", async () => {
  const run = await mkdtemp(join(tmpdir(), "tables-"));
  try {
    await mkdir(runPath(run, "tables"), { recursive: true });
    const put = (name: string, content: unknown) =>
      writeFile(join(runPath(run, "tables"), `${name}.json`), JSON.stringify(content));
    await put("effort", { name: "effort", columns: [{ key: "n", label: "n", format: "count" }], rows: [] });
    await expect(readTables(run)).resolves.toMatchObject([{ name: "effort" }]);
    await put("models", { name: "models", columns: [{ key: "n", label: "n", show: "count" }], rows: [] });
    await put("habits", { name: "habits", columns: [{ key: "n", label: "n", format: "signed" }], rows: [] });
    await expect(readTables(run)).rejects.toMatchObject({
      problems: [expect.stringContaining("habits.json"), expect.stringContaining("models.json")],
      hint: expect.stringContaining("--again"),
    });
  } finally {
    await rm(run, { recursive: true });
  }
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { makeRunFixture } from "../../run-fixture.ts";

it("a run's name that a terminal would obey is damage, wherever it would be printed", async () => {
  const text = await readFile(join(await makeRunFixture(), "manifest.json"), "utf8");
  const named = (name: string) => JSON.stringify({ ...JSON.parse(text), run_id: name });
  expect(parseManifest(named("Läufe 2026-11-27"), "m").run_id).toBe("Läufe 2026-11-27");
  for (const name of ["\u001b[2Jr", "r\u202e", "r\n", ""])
    expect(() => parseManifest(named(name), "m")).toThrow("m is damaged");
});

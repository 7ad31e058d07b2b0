import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { openYaml, readYaml } from "../../base/yaml.ts";

const BOMB = `a: &a [${"x,".repeat(9)}x]\n${"bcdefghi"
  .split("")
  .map((name, at) => `${name}: &${name} [${`*${"abcdefghi"[at]},`.repeat(9)}*${"abcdefghi"[at]}]`)
  .join("\n")}\n`;

it.each([
  ["aliases that stand for a billion values", BOMB, /aliases/],
  ["an alias that contains itself", "a: &a [*a]\nb: *a\n", /aliases/],
  ["an alias for nothing", "a: *none\n", /none|alias/i],
  ["brackets nested without end", "[".repeat(20_000), /nested|valid YAML|Flow/i],
])("%s is the user's to mend, at once", (_what, text, message) => {
  try {
    openYaml(text, { path: "bench.yaml", code: "config" });
  } catch (error) {
    expect(error).toMatchObject({ name: "UserError", code: "config" });
    expect([(error as Error).message, ...(error as { problems: string[] }).problems].join("\n")).toMatch(message);
    return;
  }
  expect.unreachable();
});

it("a file that is not UTF-8 is refused with its line: two names would become one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-yaml-"));
  const path = join(folder, "bench.yaml");
  await writeFile(path, Buffer.from("a: 1\nb: gr\u00fcn\n", "latin1"));
  const read = readYaml(path, z.looseObject({}), "config");
  await expect(read).rejects.toMatchObject({ code: "config", message: `${path}:2: not UTF-8` });
  await rm(folder, { recursive: true });
});

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
  ["an alias for nothing", "b: &b 1\na: [*b, *none]\n", /^.*\n.*:2: \*none has no anchor &none before it$/],
  ["a key that stands twice", "a: 1\nb: 2\n'a': 3\n", /:3: the key 'a' stands there twice/],
  ["a second document", "a: 1\n---\nb: 2\n", /:2: a second document/],
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

it("what `<<` names is a part of the mapping, whose own keys go before", () => {
  const { value } = openYaml("a: &a { p: 1, q: 2 }\nb: { <<: *a, q: 3 }\n", { path: "bench.yaml", code: "config" });
  expect(value).toEqual({ a: { p: 1, q: 2 }, b: { p: 1, q: 3 } });
});

it("a file that is not UTF-8 is refused with its line: two names would become one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-yaml-"));
  const path = join(folder, "bench.yaml");
  await writeFile(path, Buffer.from("a: 1\nb: gr\u00fcn\n", "latin1"));
  const read = readYaml(path, z.looseObject({}), "config");
  await expect(read).rejects.toMatchObject({ code: "config", message: `${path}:2: not UTF-8` });
  await rm(folder, { recursive: true });
});

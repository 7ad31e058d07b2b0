import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { itUnless } from "../../../left-out.ts";
import { installNodes, RUNTIMES } from "../../../package/install.ts";

let folder: string;
let here: string;
beforeAll(async () => {
  await installNodes();
  folder = await mkdtemp(join(tmpdir(), "scopebench-clustering-"));
  const entry = join(import.meta.dirname, "print.ts");
  await build({
    entryPoints: [entry],
    outfile: join(folder, "print.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
  });
  here = await printedBy([process.execPath]);
});
afterAll(() => rm(folder, { recursive: true }));

async function printedBy([program = "", ...before]: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, [...before, join(folder, "print.mjs")])).stdout;
}

for (const { name, command, missing } of RUNTIMES) {
  const itHere =
    missing === undefined ? it : (title: string, test: () => Promise<void>) => itUnless(missing, title, test);
  itHere(`clusters, terms and layouts are the same bytes under ${name}`, async () => {
    expect(here).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await printedBy(command)).toBe(here);
  });
}

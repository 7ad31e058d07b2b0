import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonEmpty } from "../../non-empty.ts";
import { runCli } from "./run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-places-"));
  await writeFile(join(cwd, "file"), "");
  await mkdir(join(cwd, "folder"));
});
afterAll(() => rm(cwd, { recursive: true }));

describe("a place that cannot be used is named, with what is there and what to do", () => {
  it.each([
    ["status --runs-dir file", "file: a part of the path is a file"],
    ["status --runs-dir file/runs", "file/runs: a part of the path is a file"],
    ["run --runs-dir file", "file: a file stands where a folder is expected"],
    ["run --runs-dir file/runs", "file/runs: a part of the path is a file"],
    ["corpus generate file", "file exists already"],
    ["run -c folder", "cannot read"],
  ])("%s", async (line, named) => {
    const { code, errors } = await runCli(line.split(" "), { cwd });
    expect(errors).toContain(named);
    expect(errors).toContain("  -> ");
    expect(errors).not.toContain("unexpected");
    expect(code).toBe(1);
  });

  it("no runs where there is no folder yet is no fault of the folder", async () => {
    expect((await runCli(["runs", "status", "--runs-dir", "none"], { cwd })).errors).toContain("there are no runs in");
  });
});

describe("a port that is none", () => {
  const COMMANDS = ["report serve latest", "rate latest --rater ada --page", "mcp --http"];
  it.each(
    nonEmpty(
      COMMANDS.flatMap((line) => ["65536", "-1", "abc", "", "80.5", "0x50"].map((port) => [line, port] as const)),
    ),
  )("%s --port=%s", async (line, port) => {
    const { code, errors } = await runCli([...line.split(" "), `--port=${port}`], { cwd });
    expect([code, errors]).toEqual([1, expect.stringContaining("expected a port: a whole number from 0")]);
  });
});

describe("secrets", () => {
  it("stand in no message: neither a variable's value nor what an address says besides its place", async () => {
    const environment = { MY_API_KEY: "planted-value-1", SCOPEBENCH_POSTGRES_URL: "postgres://u:planted-pw-2@h/d" };
    const lines = [
      ["show", "latest", "--runs-dir", "planted-value-1"],
      ["status", "postgres://u:planted-pw-2@h/d"],
      ["status", "https://u:other-pw-3@h/d?key=other-key-4"],
      ["run", "--limit=1", "--record=https://other-key-5@h/d"],
      ["status", "see https://u:other-pw-6@h"],
    ];
    for (const line of lines) {
      const { code, out, errors } = await runCli(line, { cwd, environment });
      expect([code, out]).toEqual([1, ""]);
      expect(errors).toContain("[redacted");
      expect(errors).not.toMatch(/planted|other-/);
    }
  });
});

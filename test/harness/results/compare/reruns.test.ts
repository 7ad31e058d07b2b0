import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { makeScoredRun } from "./scored-run.ts";

let cwd: string;
const COMMIT = { commit: "0".repeat(40), dirty: false };
const dirty = (changes?: string) => ({
  config_hash: "dirty",
  git: { ...COMMIT, dirty: true, ...(changes && { changes }) },
});

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "reruns-"));
  const made = {
    ...{ base: {}, one: {}, two: {}, three: {}, other: { config_hash: "other" }, stand_in: {} },
    ...{ tried: dirty("a"), again: dirty("a"), changed: dirty("b"), old: dirty(), older: dirty() },
  };
  for (const [at, [run_id, manifest]] of Object.entries(made).entries()) {
    const created_at = `2026-01-${10 + at}T00:00:00.000Z`;
    const model = run_id === "stand_in" ? {} : { price: 1 };
    await makeScoredRun(join(cwd, "runs", run_id), {
      ...{ scenarios: 20, ...model },
      manifest: { run_id, created_at, git: COMMIT, config_hash: "same", ...manifest },
    });
  }
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function notesOf(candidate: string): Promise<string> {
  const { out } = await runCli(["compare", "base", candidate, "--gate", "--json"], { cwd });
  return (JSON.parse(out) as { comparison: { notes: string[] } }).comparison.notes.join(" ");
}

it("a gate on a rerun says which runs of the same code and configuration were before it; the baseline is none of them", async () => {
  expect(await notesOf("three")).toContain("Run 3 of the same code and configuration (before it one, two)");
  expect(await notesOf("two")).toContain("Run 2 of");
});

it("says nothing of a first run, of another configuration, and of a stand-in that gives the same each time", async () => {
  const notes = [await notesOf("one"), await notesOf("other"), await notesOf("stand_in")].join(" ");
  expect(notes).not.toContain("of the same code");
});

it("takes uncommitted code for the same where all of its changes are, and for none where they were not noted", async () => {
  expect(await notesOf("again")).toContain("Run 2 of the same code and configuration (before it tried)");
  expect([await notesOf("changed"), await notesOf("older")].join(" ")).not.toContain("of the same code");
});

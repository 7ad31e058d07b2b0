import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { COMMANDS } from "../../../harness/cli/commands/registry.ts";
import { MOVED } from "../../../harness/cli/moved.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeRunFixture } from "../run-fixture.ts";
import { runCli } from "./run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-moved-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** The commands of the first version, as they were typed. */
const FIRST_NAMES = [
  ...["init", "run", "resume", "worker", "queue", "plan", "reproduce", "stage", "stages", "recording", "cassette"],
  ...["runs", "status", "concurrency", "show", "files", "verify", "compare", "history", "baseline", "probe", "prefer"],
  ...["study", "offline-judging", "packets", "rate", "report", "export", "pack", "unpack", "corpus", "ingest", "cache"],
  ...["scenarios", "ask", "assistant", "tool", "mcp", "ir", "agreement", "stats", "config", "doctor", "completion"],
];

it("the help has at most 16 commands and groups at the top, six of them to start with", () => {
  expect(Object.values(COMMANDS).flat().length).toBeLessThanOrEqual(16);
  expect(COMMANDS["Start here:"]).toHaveLength(6);
});

it.each(nonEmpty(FIRST_NAMES))(
  "`scopebench %s`, as it was called, still runs and names what it is called today",
  async (old) => {
    const { code, out, errors } = await runCli([old, "--help"], { cwd });
    const today = MOVED[old] ?? old;
    expect([code, out]).toEqual([0, expect.stringContaining(`Usage: scopebench ${today} `)]);
    expect(errors).toBe(today === old ? "" : `note: 'scopebench ${old}' is now 'scopebench ${today}'`);
  },
);

it("options before an old name are kept, and what is printed for programs is the same", async () => {
  const line = ["power", "--effect", "0.4", "--json"];
  const [old, today] = [
    await runCli(["--debug", "stats", ...line], { cwd }),
    await runCli(["measure", "stats", ...line], { cwd }),
  ];
  expect(old.out).toBe(today.out);
  expect([old.code, today.errors]).toEqual([0, ""]);
});

it("no old name is the name of anything else", async () => {
  for (const old of nonEmpty(Object.keys(MOVED)))
    expect((await runCli(["--help"], { cwd })).out).not.toMatch(new RegExp(`^  ${old}[ |]`, "m"));
});

it("without arguments it says what this is, three commands, and that there is no run yet", async () => {
  const { code, out, errors } = await runCli([], { cwd });
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toContain("measures agentic retrieval");
  expect(out.match(/^ {2}scopebench /gm)).toHaveLength(3);
  expect(out).toContain("No run yet in");
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("without arguments it says where the last run stands and how to go on, also where the configuration is wrong", async () => {
  await makeRunFixture({ directory: join(cwd, "runs", "whole") });
  const { out } = await runCli(["--trust"], { cwd });
  expect(out).toContain("Last run: whole, interrupted, 143 of 144 executions");
  expect(out).toContain("next: scopebench resume whole");
  const { code, out: wrong } = await runCli([], { cwd, environment: { SCOPEBENCH_CONCURRENCY: "many" } });
  expect([code, wrong]).toEqual([0, expect.stringContaining("Last run: unknown (")]);
});

const PLACES = [
  "README.md",
  "AGENTS.md",
  "agent",
  "assistant",
  "db",
  "design",
  "examples",
  "harness",
  "import",
  "reports/src",
  "runs/README.md",
];

it("no message, help, comment or page tells an old name", async () => {
  const old = new RegExp(`scopebench (?:${Object.keys(MOVED).join("|")})(?![\\w-])`, "g");
  const told = await Promise.all(
    (await Promise.all(PLACES.map(filesOf))).flat().map(async (path) => {
      const found = (await readFile(path, "utf8")).match(old) ?? [];
      return found.map((words) => `${path}: ${words}`);
    }),
  );
  expect(nonEmpty(told).flat()).toEqual([]);
});

async function filesOf(place: string): Promise<string[]> {
  if (/\.\w+$/.test(place)) return [place];
  const names = await readdir(place, { recursive: true });
  const read = /\.(ts|tsx|md|mjs|js|yaml|yml|html)$/;
  return names.filter((name) => read.test(name) && !name.includes("node_modules")).map((name) => join(place, name));
}

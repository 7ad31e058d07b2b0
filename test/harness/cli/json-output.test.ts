import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it } from "vitest";
import { COMMANDS } from "../../../harness/cli/commands/registry.ts";
import type { Io } from "../../../harness/print/io.ts";
import { makeRunFixture } from "../run-fixture.ts";
import { runCli } from "./run-cli.ts";

/** What each command is given here. */
const HERE: Record<string, string[]> = {
  runs: [],
  show: ["whole"],
  status: ["whole"],
  stages: ["whole"],
  verify: ["whole"],
  "cache ls": [],
  stats: ["$CSV"],
  agreement: ["$CSV", "--columns", "a,b"],
  plan: [],
};

/** Those that need a scored run, a corpus or a model: their own tests parse the whole of stdout. */
const ELSEWHERE = [
  ...[
    "prefer answers",
    "prefer results",
    "run",
    "resume",
    "recording list",
    "study results",
    "rate results",
    "history",
    "compare",
  ],
  ...[
    "ask",
    "ir",
    "files",
    "doctor",
    "stats power",
    "stats components",
    "ingest",
    "ingest status",
    "corpus describe",
    "corpus review",
  ],
  ...["corpus why", "reproduce", "probe"],
];

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-json-"));
  await makeRunFixture({ directory: join(cwd, "runs", "whole") });
  await writeFile(join(cwd, "table.csv"), "a,b\n1,2\n2,2\n3,1\n4,4\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("is known of every command that prints JSON", () => {
  const program = new Command("scopebench");
  for (const { register } of COMMANDS) register(program, { io: {} as Io, setExitCode: () => undefined });
  const named = (command: Command, names: readonly string[]): string[] => [
    ...(command.options.some(({ long }) => long === "--json") ? [names.join(" ")] : []),
    ...command.commands.flatMap((child) => named(child, [...names, child.name()])),
  ];
  expect(program.commands.flatMap((command) => named(command, [command.name()])).sort()).toEqual(
    [...Object.keys(HERE), ...ELSEWHERE].sort(),
  );
});

it.each(Object.entries(HERE))("%s --json prints one JSON document and nothing else", async (name, args) => {
  const given = args.map((arg) => arg.replace("$CSV", join(cwd, "table.csv")));
  const { out, errors } = await runCli([...name.split(" "), ...given, "--json"], { cwd });
  expect(() => JSON.parse(out), `${out.slice(0, 300)}\n${errors}`).not.toThrow();
});

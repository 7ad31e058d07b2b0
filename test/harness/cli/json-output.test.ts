import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it } from "vitest";
import { declareAll } from "../../../harness/cli/declare-all.ts";
import type { Io } from "../../../harness/print/io.ts";
import { makeRunFixture } from "../run-fixture.ts";
import { runCli } from "./run-cli.ts";

/** What each command is given here. */
const HERE: Record<string, string[]> = {
  "runs list": [],
  show: ["whole"],
  "runs status": ["whole"],
  "runs stages": ["whole"],
  "runs verify": ["whole"],
  "setup cache ls": [],
  "measure stats": ["$CSV"],
  "measure agreement": ["$CSV", "--columns", "a,b"],
  "runs plan": [],
  "measure conform": [],
};

/** Those that need a scored run, a corpus or a model: their own tests parse the whole of stdout. */
const ELSEWHERE = [
  ...[
    "judge prefer answers",
    "judge prefer results",
    "run",
    "resume",
    "runs recording list",
    "assistant study results",
    "judge rate results",
    "runs history",
    "runs gate selftest",
    "runs affected",
    "runs race",
    "compare",
  ],
  ...[
    "ask",
    "measure ir",
    "measure preferences",
    "measure triplets",
    "measure audit",
    "measure bench ls",
    "measure bench run",
    "measure bench report",
    "runs files",
    "setup doctor",
    "measure stats power",
    "measure stats components",
    "corpus ingest",
    "corpus ingest status",
    "corpus describe",
    "corpus review",
  ],
  ...[
    "corpus why",
    "runs reproduce",
    "judge probe",
    "setup model try",
    "scenarios attack",
    "scenarios disputes",
    "corpus patterns",
    "corpus glossary",
    "corpus attachments",
    "failures show",
    "failures compare",
  ],
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
  declareAll(program, { io: {} as Io, setExitCode: () => undefined });
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

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandCompleter } from "../../../harness/cli/complete-commands.ts";
import { declareAll } from "../../../harness/cli/declare-all.ts";
import type { Io } from "../../../harness/print/io.ts";
import { FLAG_GROUPS } from "../../../harness/record/config/flags.ts";
import { nonEmpty } from "../../non-empty.ts";

let cwd: string;
const program = new Command("scopebench");
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-complete-"));
  declareAll(program, { io: {} as Io, setExitCode: () => undefined });
  await writeFile(join(cwd, "mine.yaml"), "runs_dir: elsewhere\n");
  await mkdir(join(cwd, "kept", "2026-01-01T00-00-00Z"), { recursive: true });
  await writeFile(join(cwd, "kept", "2026-01-01T00-00-00Z", "manifest.json"), "{}");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function completeUnder(
  words: string[],
  message: string,
  environment: Record<string, string> = {},
): Promise<string> {
  let command = program;
  for (const word of words) command = command.commands.find((child) => child.name() === word) ?? command;
  const complete = await commandCompleter(program, { command, argv: words, io: { cwd, environment } });
  return complete(message);
}

it.each([
  [
    ["ask", "--database", "postgres", "--graph=neo4j", "q"],
    "corpus why X",
    "corpus why --database postgres --graph neo4j X",
  ],
  [["ask", "--corpus", "my corpus"], "assistant tool search '{}'", "assistant tool --corpus 'my corpus' search '{}'"],
  [["ask", "--model", "sprinter", "-c", "a.yaml"], "ask --thread x", "ask --config a.yaml --model sprinter --thread x"],
  [["ask", "--model", "sprinter", "--limit", "2"], "ask --thread x", "ask --limit 2 --model sprinter --thread x"],
  [["run", "--models", "sprinter", "--runs-dir", "out"], "resume 2026", "resume --runs-dir out 2026"],
  [["run", "--config", "mine.yaml"], "report serve 2026", "report serve --runs-dir elsewhere 2026"],
  [["show", "./kept/2026-01-01T00-00-00Z"], "resume 2026-01-01T00-00-00Z", "resume ./kept/2026-01-01T00-00-00Z"],
  [
    ["corpus", "import", "a b.csv", "--mapping", "a=id", "--mapping", "b c=title", "--encoding", "gbk"],
    "corpus import 'a b.csv' --to my-corpus",
    "corpus import --mapping a=id --mapping 'b c=title' --encoding gbk 'a b.csv' --to my-corpus",
  ],
  [["corpus", "import", "a.csv", "--encoding", "gbk"], "run --corpus a", "run --corpus a"],
  [["run", "--corpus", "a"], "run --corpus b", "run --corpus b"],
  [["ask", "--corpus", "a"], "makes one", "makes one"],
])("under %j, %s is %s", async (argv, shown, expected) => {
  expect(await completeUnder(argv, `so: \`scopebench ${shown}\`, or scopebench setup cache ls`)).toBe(
    `so: \`scopebench ${expected}\`, or scopebench setup cache ls`,
  );
});

it("every flag that sets a setting is shown with the same command again", async () => {
  const run = program.commands.find((command) => command.name() === "run")!;
  for (const name of nonEmpty(FLAG_GROUPS.flatMap(([, flags]) => Object.keys(flags)))) {
    const { long } = run.options.find((option) => option.attributeName() === name)!;
    expect(await completeUnder(["run", `${long}`, "2"], "scopebench run again")).toBe(`scopebench run ${long} 2 again`);
  }
});

it("started by npx, commands begin with it, once, so that they can be typed as they stand", async () => {
  const message = "scopebench resume 2026 goes on; npx scopebench runs lists them; scopebench measures retrieval";
  expect(await completeUnder(["run"], message, { npm_lifecycle_event: "npx" })).toBe(
    "npx scopebench resume 2026 goes on; npx scopebench runs lists them; scopebench measures retrieval",
  );
});

import { Command } from "commander";
import { expect, it } from "vitest";
import { declareAll } from "../../../harness/cli/declare-all.ts";
import { runCli } from "./run-cli.ts";

/** Every command and subcommand, as they are called. */
function everyCommand(): string[][] {
  const program = new Command("scopebench");
  const io = { cwd: ".", environment: {}, interactive: false, columns: 80, signal: new AbortController().signal };
  const nothing = (): void => undefined;
  declareAll(program, { io: { ...io, out: nothing, error: nothing }, setExitCode: nothing });
  return pathsOf(program);
}

function pathsOf(command: Command, before: readonly string[] = []): string[][] {
  return command.commands.flatMap((child) => {
    const path = [...before, child.name()];
    return [path, ...pathsOf(child, path)];
  });
}

it("the help of every command fits a terminal of 80 columns and gives an example of that command", async () => {
  const paths = everyCommand();
  expect(paths.length).toBeGreaterThan(60);
  const faults: string[] = [];
  for (const path of [[], ...paths]) {
    const { out } = await runCli([...path, "--help"], { cwd: "." });
    const called = ["scopebench", ...path].join(" ");
    const examples = out.split(/^Examples?:$/m)[1] ?? "";
    if (!examples.includes(`scopebench ${path.slice(0, 2).join(" ")}`)) faults.push(`${called}: no example`);
    for (const line of out.split("\n")) if (line.length > 80) faults.push(`${called}: ${line}`);
  }
  expect(faults).toEqual([]);
});

it("--help of an unknown command, or of one in a group, is refused", async () => {
  for (const path of [["rnu"], ["corpus", "imprt"]]) {
    const { code, errors } = await runCli([...path, "--help"], { cwd: "." });
    expect(code).toBe(1);
    expect(errors).toContain(`unknown command '${path.at(-1)}'`);
  }
});

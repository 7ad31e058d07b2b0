import { poolLine, workerLines } from "../../dag/progress/pool-text.ts";
import { runStateOf } from "../../dag/progress/run-state.ts";
import { threadLine } from "../../dag/progress/thread-text.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { clock, hang, pad, printable } from "../../print/text.ts";
import { expectedExecutions } from "../../record/config/matrix.ts";
import { STAGE_NAMES } from "../../record/run-directory/graph.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import type { CliCommand } from "../flags/command.ts";

export const statusCommand: CliCommand = {
  readsOnly: true,
  register(program, { io, setExitCode }) {
    program
      .command("status")
      .description("show what a run has completed and what is missing")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs status\n  $ scopebench runs status runs/2026-11-21T10-42-07Z --json",
      )
      .action(async (run: string, flags: { runsDir?: string; json?: boolean }) => {
        const { openRun, tellDamage } = await import("../../record/run-directory/open-run.ts");
        const opened = await openRun(run, { io, runsDir: flags.runsDir });
        if (await tellDamage(opened, io)) setExitCode(2);
        await printStatus(opened, io, flags.json ?? false);
      });
  },
};

async function printStatus({ runDirectory, config, manifest }: OpenedRun, io: Io, json: boolean): Promise<void> {
  const { countOutcomes } = await import("../../run/inspect/count-outcomes.ts");
  const { readProgress } = await import("../../dag/progress/progress-file.ts");
  const [outcomes, state, live] = await Promise.all([
    countOutcomes(runDirectory, config),
    runStateOf(runDirectory, manifest),
    readProgress(runDirectory),
  ]);
  const scenarios = manifest.scenarios?.count ?? 0;
  const expected = expectedExecutions(
    config,
    Array.from({ length: scenarios }, (_, index) => String(index)),
  ).length;
  if (json)
    return io.out(
      jsonText(
        {
          run: runDirectory,
          state,
          expected,
          outcomes,
          stages: manifest.stages,
          crew: live?.ended === null ? live.crew : undefined,
          thread: live?.ended === null ? live.thread : undefined,
        },
        {},
      ),
    );
  const corpus = printable(manifest.substrate?.mapping.name ?? "corpus not built yet");
  io.out(`${manifest.run_id}   ${state}   ${corpus}`);
  io.out(
    `executions  ${
      Object.entries(outcomes)
        .map(([outcome, times]) => `${times} ${outcome}`)
        .join(", ") || "none"
    } of ${expected}`,
  );
  if (live?.ended === null && live.crew)
    for (const line of [poolLine(live.crew), ...workerLines(live.crew)]) io.out(printable(line.replace(/\s/g, " ")));
  if (live?.ended === null && live.thread) io.out(threadLine(live.thread));
  io.out("");
  io.out(`${pad("stage", 11)}  ${pad("status", 8)}  ${pad("time", 7, "left")}  result`);
  for (const name of STAGE_NAMES) {
    const state = manifest.stages[name];
    const time = state?.status === "complete" ? clock(state.duration_ms / 1000) : "";
    const start = `${pad(name, 11)}  ${pad(state?.status ?? "-", 8)}  ${pad(time, 7, "left")}`;
    io.out(hang(start, printable(state?.summary ?? ""), io.columns).trimEnd());
  }
}

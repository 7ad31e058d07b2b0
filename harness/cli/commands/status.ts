import { expectedExecutions } from "../../config/matrix.ts";
import { STAGE_NAMES } from "../../dag/graph.ts";
import type { OpenedRun } from "../../run-directory/open-run.ts";
import { runStateOf } from "../../run-directory/run-state.ts";
import { crewLine, workerLines } from "../../terminal/crew-text.ts";
import type { Io } from "../../terminal/io.ts";
import { jsonText } from "../../terminal/json-text.ts";
import { clock, hang, pad, printable } from "../../terminal/text.ts";
import { threadLine } from "../../terminal/thread-text.ts";
import type { CliCommand } from "../command.ts";

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
        "\nExamples:\n  $ scopebench status\n  $ scopebench status runs/2026-11-21T10-42-07Z --json",
      )
      .action(async (run: string, flags: { runsDir?: string; json?: boolean }) => {
        const { openRun, tellDamage } = await import("../../run-directory/open-run.ts");
        const opened = await openRun(run, { io, runsDir: flags.runsDir });
        if (await tellDamage(opened, io)) setExitCode(2);
        await printStatus(opened, io, flags.json ?? false);
      });
  },
};

async function printStatus({ runDirectory, config, manifest }: OpenedRun, io: Io, json: boolean): Promise<void> {
  const { countOutcomes } = await import("../../show/count-outcomes.ts");
  const { readProgress } = await import("../../live/progress-file.ts");
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
    for (const line of [crewLine(live.crew), ...workerLines(live.crew)]) io.out(printable(line.replace(/\s/g, " ")));
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

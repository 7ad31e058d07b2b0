import { UserError } from "../../../db/base/user-error.ts";
import { STAGE_NAMES, type StageName } from "../../dag/stage.ts";
import type { CliCommand } from "../command.ts";

export const stageCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("stage")
      .description("run one stage on an existing run, if it is missing or stale")
      .argument("<name>", `one of ${STAGE_NAMES.join(", ")}`)
      .argument("[run]", "path, name, beginning of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--again", "run it even if nothing changed")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench stage score latest\n  $ scopebench stage plots runs/2026-11-21T10-42-07Z --again",
      )
      .action(async (name: string, run: string, flags: { runsDir?: string; again?: boolean }) => {
        const stage = stageNamed(name);
        const [{ openRun }, { runOneStage }] = await Promise.all([import("../open-run.ts"), import("../start-run.ts")]);
        const { runDirectory, config } = await openRun(run, { io, runsDir: flags.runsDir });
        setExitCode(await runOneStage(stage, { runDirectory, config, io, again: flags.again ?? false }));
      });
  },
};

function stageNamed(name: string): StageName {
  const stage = STAGE_NAMES.find((candidate) => candidate === name);
  if (stage) return stage;
  throw new UserError("usage", `no stage named '${name}'`, { hint: `stages: ${STAGE_NAMES.join(", ")}` });
}

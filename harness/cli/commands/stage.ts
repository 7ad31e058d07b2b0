import { UserError } from "../../../base/user-error.ts";
import { STAGE_NAMES } from "../../dag/graph.ts";
import { stageNamed } from "../../run/stage-named.ts";
import { partsBefore } from "../../run-directory/parts.ts";
import type { FigureFlags } from "../../stages/plots/draw-figures.ts";
import { type CliCommand, parseList, parsePositive } from "../command.ts";

export const stageCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("stage")
      .description("run one stage on an existing run, if it is missing or stale")
      .argument("<name>", `one of ${STAGE_NAMES.join(", ")}`)
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--again", "run it even if nothing changed")
      .option(
        "--out <folder>",
        "plots: write there and leave the run unchanged (default with the flags below: figures)",
      )
      .option("--only <names>", "plots: these figures", parseList)
      .option("--width-mm <mm>", "plots: width of a figure; a column is about 85", Number)
      .option("--font-pt <pt>", "plots: size of axis and legend text", Number)
      .option("--dpi <n>", "plots: of the PNG files", parsePositive)
      .option("--greyscale", "plots: without colour")
      .addHelpText("after", EXAMPLES)
      .action(async (name: string, run: string, flags: StageFlags) => {
        const stage = stageNamed(name);
        const [{ openWholeRun }, { runOneStage }, { asksForFigures, drawFigures }] = await Promise.all([
          import("../../run-directory/open-run.ts"),
          import("../../run/start-run.ts"),
          import("../../stages/plots/draw-figures.ts"),
        ]);
        const drawn = asksForFigures(flags);
        if (drawn && stage !== "plots")
          throw new UserError("usage", `the stage ${stage} draws no figures`, { hint: HINT });
        const { runDirectory, config } = await openWholeRun(run, { io, runsDir: flags.runsDir }, partsBefore(stage));
        if (drawn) return drawFigures({ runDirectory, config, flags, io });
        setExitCode(await runOneStage(stage, { runDirectory, config, io, again: flags.again ?? false }));
      });
  },
};

interface StageFlags extends FigureFlags {
  runsDir?: string;
  again?: boolean;
}

const HINT = "--out, --only, --width-mm, --font-pt, --dpi and --greyscale belong to the stage plots";

const EXAMPLES = `
Examples:
  $ scopebench stage score latest
  $ scopebench stage plots runs/2026-11-21T10-42-07Z --again
  $ scopebench stage plots latest --width-mm 85 --font-pt 7 --out figures`;

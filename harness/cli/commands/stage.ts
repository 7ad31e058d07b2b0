import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import type { Config } from "../../record/config/schema.ts";
import { STAGE_NAMES, type StageName } from "../../record/run-directory/graph.ts";
import { partsBefore } from "../../record/run-directory/parts.ts";
import type { FigureFlags } from "../../run/selection/draw-figures.ts";
import { stageNamed } from "../../run/start/stage-named.ts";
import { type CliCommand, parseList, parsePositive } from "../flags/command.ts";

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
        "score, plots: write to this folder and leave the run unchanged (plots with the flags below: default figures)",
      )
      .option("--where <key=values>", "score, plots: only executions that match; repeatable (all must match)", collect)
      .option("--only <names>", "plots: these figures", parseList)
      .option("--width-mm <mm>", "plots: width of a figure; a column is about 85", Number)
      .option("--font-pt <pt>", "plots: size of axis and legend text", Number)
      .option("--dpi <n>", "plots: of the PNG files", parsePositive)
      .option("--greyscale", "plots: without colour")
      .option("--no-title", "plots: without a title, if you write your own caption")
      .addHelpText("after", EXAMPLES)
      .action(async (name: string, run: string, flags: StageFlags) => {
        const stage = stageNamed(name);
        const aside = await checkFlags(stage, flags);
        const [{ openWholeRun }, { runOneStage }] = await Promise.all([
          import("../../record/run-directory/open-run.ts"),
          import("../../run/start/start-run.ts"),
        ]);
        const parts = partsBefore(flags.where ? "score" : stage);
        const { runDirectory, config } = await openWholeRun(run, { io, runsDir: flags.runsDir }, parts);
        if (aside) return aside({ runDirectory, config, io });
        setExitCode(await runOneStage(stage, { runDirectory, config, io, again: flags.again ?? false }));
      });
  },
};

interface StageFlags extends FigureFlags {
  runsDir?: string;
  again?: boolean;
}

type Aside = (run: { runDirectory: string; config: Config; io: Io }) => Promise<void>;

/** What is made beside the run; null where the stage itself is to run. */
async function checkFlags(stage: StageName, flags: StageFlags): Promise<Aside | null> {
  const { asksForFigures, drawFigures } = await import("../../run/selection/draw-figures.ts");
  const { where, out, ...others } = flags;
  if (stage === "plots" && asksForFigures(flags)) return (run) => drawFigures({ ...run, flags });
  if (asksForFigures(others) || (stage !== "score" && asksForFigures(flags)))
    throw new UserError("usage", `the stage ${stage} has no such flag`, { hint: HINT });
  if (where && out)
    return async (run) =>
      (await import("../../run/selection/write-selection.ts")).writeSelection({ ...run, where, out });
  if (where || out)
    throw new UserError("usage", "--where and --out belong together: the run itself keeps the scores of all of it", {
      hint: "scopebench runs stage score latest --where model=explorer --out selection",
    });
  return null;
}

/** For flags that may be repeated. */
function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

const HINT =
  "--out and --where belong to the stages score and plots, --only, --width-mm, --font-pt, --dpi, --greyscale and --no-title to plots";

const EXAMPLES = `
Examples:
  $ scopebench runs stage score latest
  $ scopebench runs stage score latest --where family=lookup --out lookup
  $ scopebench runs stage plots runs/2026-11-21T10-42-07Z --again
  $ scopebench runs stage plots latest --width-mm 85 --font-pt 7 --out figures`;

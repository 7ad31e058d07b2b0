import { InvalidArgumentError } from "commander";
import type { RaceFlags } from "../../run/race/run.ts";
import { type CliCommand, parseShare } from "../flags/command.ts";

export const raceCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("race")
      .summary("the best of many configurations, by fewer executions than the whole matrix")
      .description(
        "the race over the scenarios of a finished run: all configurations that are left are asked the same scenarios and the worst goes out again and again; how sure that is, which cannot be told apart, the winner on scenarios that the race did not see, and what it would have asked for",
      )
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .option("--metric <name>", "by which they race (default: ndcg@10)")
      .option(
        "--confidence <share>",
        "with which the best is among those not told apart (default: .95)",
        parseConfidence,
      )
      .option("--fresh <share>", "of the scenarios, kept from the race for its winner (default: .25)", parseShare)
      .option("--seed <text>", "of the scenarios' order (default: the run's name)")
      .option("--json", "as JSON")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs race latest\n  $ scopebench runs race latest --metric pass",
      )
      .action(async (run: string, flags: RaceFlags) => {
        const { raceConfigurations } = await import("../../run/race/run.ts");
        await raceConfigurations(run, flags, io);
      });
  },
};

function parseConfidence(text: string): number {
  const share = parseShare(text);
  if (share >= 0.5 && share < 1) return share;
  throw new InvalidArgumentError("expected a share from .5 to below 1");
}

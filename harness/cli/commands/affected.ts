import { type CliCommand, parsePositive } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

interface Flags extends ConfigFlags {
  json?: boolean;
  askAgain?: number;
}

export const affectedCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("affected")
      .summary("which executions a change can have touched, without asking a model")
      .description(
        "which executions a change can have touched since a recorded run: each is replayed on its recording, with tools and databases as they are now, as far as it asks what was asked then; no model is asked, no key is needed",
      )
      .argument("<baseline>", "a run made with --record")
      .option(
        "--ask-again <scenarios>",
        "ask the baseline's models what its first scenarios asked, once more, and say whether they still answer alike; costs what those requests cost",
        parsePositive,
      )
      .option("--json", "as JSON: every execution, why, and at which request")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench run --record main.recording\n  $ scopebench runs affected latest    after a change of code, prompts, corpus\n  $ scopebench runs affected latest --limit 10\n  $ scopebench runs affected latest --ask-again 3    is it the same model?",
      );
    addConfigOptions(command).action(async (name: string, { json = false, askAgain: scenarios, ...flags }: Flags) => {
      const [{ needsOf }, { openRun }] = await Promise.all([
        import("../../record/run-directory/graph.ts"),
        import("../../record/run-directory/open-run.ts"),
      ]);
      const { runsDir } = flags;
      const baseline = await openRun(name, { io, ...(runsDir !== undefined && { runsDir }) });
      if (scenarios !== undefined) {
        const { askAgain } = await import("../../run/affected/ask-again.ts");
        return askAgain(baseline, { scenarios, io, json });
      }
      const [{ listAffected }, { REPLAYED_DRY }] = await Promise.all([
        import("../../run/affected/run.ts"),
        import("../../run/affected/replay-dry.ts"),
      ]);
      const config = await configFrom(flags, io, { needs: needsOf(REPLAYED_DRY), mode: "replay" });
      await listAffected(baseline, config, { io, json });
    });
  },
};

import { type CliCommand, parsePositive } from "../flags/command.ts";

const FILE = "a recording of run --record, complete or still being written (<file>.part)";

export const recordingCommand: CliCommand = {
  register(program, { io }) {
    const recorded = program
      .command("recording")
      .description("inspect the model calls that run --record has recorded")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs recording list main.recording\n  $ scopebench runs recording show main.recording S003 1",
      );
    recorded
      .command("list")
      .description("list the recorded executions and verdicts with their calls, models and tokens")
      .argument("<file>", FILE)
      .option("--json", "as JSON")
      .addHelpText("after", "\nExamples:\n  $ scopebench runs recording list main.recording")
      .action(async (file: string, { json = false }: { json?: boolean }) => {
        const { listRecording } = await import("../../run/recording/list.ts");
        await listRecording(file, { io, json });
      });
    recorded
      .command("show")
      .description("print the recorded calls: what each request adds, and its answer")
      .argument("<file>", FILE)
      .argument("[thread]", "a thread's name or a part of it; default: all")
      .argument("[number]", "one call of the thread, whole", parsePositive)
      .addHelpText(
        "after",
        `
Examples:
  $ scopebench runs recording show main.recording react__prompt__S003__0
  $ scopebench runs recording show main.recording react__prompt__S003__0 2
  $ git config diff.recording.textconv "npx scopebench runs recording show"
  $ echo "*.recording diff=recording" >> .gitattributes   then git diff shows it`,
      )
      .action(async (file: string, thread: string | undefined, number: number | undefined) => {
        const { showRecording } = await import("../../run/recording/show.ts");
        await showRecording(file, { io, thread, number });
      });
  },
};

import { type CliCommand, parsePositive } from "../command.ts";

const FILE = "a cassette of run --record, complete or still being recorded (<file>.part)";

export const cassetteCommand: CliCommand = {
  register(program, { io }) {
    const cassette = program
      .command("cassette")
      .description("inspect the model calls that run --record has recorded")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench cassette list main.cassette\n  $ scopebench cassette show main.cassette S003 1",
      );
    cassette
      .command("list")
      .description("its threads (executions and verdicts) with their calls, models and tokens")
      .argument("<file>", FILE)
      .option("--json", "as JSON")
      .addHelpText("after", "\nExamples:\n  $ scopebench cassette list main.cassette")
      .action(async (file: string, { json = false }: { json?: boolean }) => {
        const { listCassette } = await import("../../recording/cassette/list.ts");
        await listCassette(file, { io, json });
      });
    cassette
      .command("show")
      .description("its calls as text: each request with what is new in it, and its answer")
      .argument("<file>", FILE)
      .argument("[thread]", "a thread's name or a part of it; default: all")
      .argument("[number]", "one call of the thread, whole", parsePositive)
      .addHelpText(
        "after",
        `
Examples:
  $ scopebench cassette show main.cassette explorer__react__prompt__S003__0
  $ scopebench cassette show main.cassette explorer__react__prompt__S003__0 2
  $ git config diff.cassette.textconv "npx scopebench cassette show"
  $ echo "*.cassette diff=cassette" >> .gitattributes   then git diff shows it`,
      )
      .action(async (file: string, thread: string | undefined, number: number | undefined) => {
        const { showCassette } = await import("../../recording/cassette/show.ts");
        await showCassette(file, { io, thread, number });
      });
  },
};

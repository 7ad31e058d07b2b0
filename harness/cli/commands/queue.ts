import type { CliCommand } from "../command.ts";

interface InspectFlags {
  queue: string | true;
}

interface PurgeFlags extends InspectFlags {
  force?: boolean;
}

const ADDRESS = ["--queue [address]", "PostgreSQL; default: what SCOPEBENCH_QUEUE_URL holds"] as const;

export const queueCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("queue")
      .description("look at the queue that runs are spread over (run --queue)")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench queue inspect\n  $ scopebench queue purge 2026-11-21T10-42-07Z",
      );
    command
      .command("inspect", { isDefault: true })
      .description("its runs, what is made, queued and held, and the workers that live")
      .option(...ADDRESS, true)
      .addHelpText("after", "\nExamples:\n  $ scopebench queue inspect --queue postgres://host/queue")
      .action(async ({ queue }: InspectFlags) => {
        const [{ queueAddress }, { inspectQueue }] = await load();
        await inspectQueue({ url: queueAddress(queue, io.environment), io });
      });
    command
      .command("purge")
      .description("forget a run: its jobs, and records that no coordinator took")
      .argument("<run>", "id or name, as inspect tells it")
      .option(...ADDRESS, true)
      .option("--force", "although it is open: its coordinator was killed")
      .addHelpText("after", "\nExamples:\n  $ scopebench queue purge 2026-11-21T10-42-07Z --force")
      .action(async (name: string, { queue, force = false }: PurgeFlags) => {
        const [{ queueAddress }, { purgeRun }] = await load();
        await purgeRun({ url: queueAddress(queue, io.environment), io, name, force });
      });
  },
};

function load() {
  return Promise.all([import("../../queue/address.ts"), import("../../queue/inspect.ts")]);
}

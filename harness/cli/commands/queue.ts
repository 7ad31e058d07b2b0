import type { Command } from "commander";
import { type CliCommand, parseWeight } from "../flags/command.ts";

interface QueueFlags {
  queue: string | true;
}

type Inspect = typeof import("../../run/queue/inspect.ts");

export const queueCommand: CliCommand = {
  register(program, { io }) {
    const group = program
      .command("queue")
      .summary("spread runs over machines: look at their queue, start workers")
      .description("look at the queue that runs are spread over, and steer them (run --queue)")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench queue inspect\n  $ scopebench queue pause 2026-11-21T10-42-07Z",
      );
    const load = async ({ queue }: QueueFlags) => {
      const [{ queueAddress }, commands] = await Promise.all([
        import("../../run/queue/address.ts"),
        import("../../run/queue/inspect.ts"),
      ]);
      return { commands, command: { url: queueAddress(queue, io.environment), io } };
    };
    const address = (command: Command) =>
      command.option("--queue [address]", "PostgreSQL; default: what SCOPEBENCH_QUEUE_URL holds", true);
    /** A subcommand on one run. */
    const onRun = (
      name: string,
      description: string,
      act: (commands: Inspect, on: { url: string; io: typeof io; name: string }) => Promise<void>,
    ) =>
      address(group.command(name).description(description).argument("<run>", "id or name, as inspect tells it"))
        .addHelpText("after", `\nExamples:\n  $ scopebench queue ${name} 2026-11-21T10-42-07Z`)
        .action(async (run: string, flags: QueueFlags) => {
          const { commands, command } = await load(flags);
          await act(commands, { ...command, name: run });
        });

    address(
      group
        .command("inspect", { isDefault: true })
        .description("its runs, what is made, queued, held and dead, and the workers that live")
        .option("--tasks", "what each worker takes and makes"),
    )
      .addHelpText("after", "\nExamples:\n  $ scopebench queue inspect --queue postgres://host/queue")
      .action(async ({ tasks = false, ...flags }: QueueFlags & { tasks?: boolean }) => {
        const { commands, command } = await load(flags);
        await commands.inspectQueue({ ...command, tasks });
      });
    onRun("retry", "try again what no worker could make", (commands, on) => commands.retryRun(on));
    onRun("pause", "workers take nothing more of a run; what they hold is finished", (commands, on) =>
      commands.pauseOrContinue({ ...on, paused: true }),
    );
    onRun("continue", "workers take tasks of a paused run again", (commands, on) =>
      commands.pauseOrContinue({ ...on, paused: false }),
    );
    onRun("cancel", "cut what is being made of a run, and end its coordinator", (commands, on) =>
      commands.cancelOne(on),
    );
    address(
      group
        .command("weight")
        .description("a run's share of the workers, against the other runs'")
        .argument("<run>", "id or name, as inspect tells it")
        .argument("<weight>", "1 to 100; a run begins with its --weight, or 1", parseWeight),
    )
      .addHelpText("after", "\nExamples:\n  $ scopebench queue weight 2026-11-21T10-42-07Z 10")
      .action(async (name: string, weight: number, flags: QueueFlags) => {
        const { commands, command } = await load(flags);
        await commands.weigh({ ...command, name, weight });
      });
    address(
      group
        .command("drain")
        .description("have workers finish what they hold and end")
        .argument("[worker]", "id, as inspect tells it; default: all"),
    )
      .addHelpText("after", "\nExamples:\n  $ scopebench queue drain")
      .action(async (worker: string | undefined, flags: QueueFlags) => {
        const { commands, command } = await load(flags);
        await commands.drainWorkers({ ...command, worker });
      });
    address(
      group
        .command("purge")
        .description("forget a run: its jobs, and records that no coordinator took")
        .argument("<run>", "id or name, as inspect tells it")
        .option("--force", "although it is open: its coordinator was killed"),
    )
      .addHelpText("after", "\nExamples:\n  $ scopebench queue purge 2026-11-21T10-42-07Z --force")
      .action(async (name: string, { force = false, ...flags }: QueueFlags & { force?: boolean }) => {
        const { commands, command } = await load(flags);
        await commands.purgeRun({ ...command, name, force });
      });
  },
};

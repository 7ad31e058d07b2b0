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
      .description("inspect and control the job queue of distributed runs (run --queue)")
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
      command.option("--queue [address]", "PostgreSQL address (default: SCOPEBENCH_QUEUE_URL)", true);
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
        .description("list runs with finished, queued, active and failed jobs, and live workers")
        .option("--tasks", "also show each worker's jobs"),
    )
      .addHelpText("after", "\nExamples:\n  $ scopebench queue inspect --queue postgres://host/queue")
      .action(async ({ tasks = false, ...flags }: QueueFlags & { tasks?: boolean }) => {
        const { commands, command } = await load(flags);
        await commands.inspectQueue({ ...command, tasks });
      });
    onRun("retry", "retry jobs that failed on every worker", (commands, on) => commands.retryRun(on));
    onRun("pause", "stop handing out a run's jobs; active jobs finish", (commands, on) =>
      commands.pauseOrContinue({ ...on, paused: true }),
    );
    onRun("continue", "resume a paused run", (commands, on) => commands.pauseOrContinue({ ...on, paused: false }));
    onRun("cancel", "abort a run's active jobs and stop its coordinator", (commands, on) => commands.cancelOne(on));
    address(
      group
        .command("weight")
        .description("set a run's share of the workers relative to other runs")
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
        .description("let workers finish their active jobs and stop")
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
        .description("delete a run's jobs and uncollected records from the queue")
        .argument("<run>", "id or name, as inspect tells it")
        .option("--force", "even if the run is still open, because its coordinator was killed"),
    )
      .addHelpText("after", "\nExamples:\n  $ scopebench queue purge 2026-11-21T10-42-07Z --force")
      .action(async (name: string, { force = false, ...flags }: QueueFlags & { force?: boolean }) => {
        const { commands, command } = await load(flags);
        await commands.purgeRun({ ...command, name, force });
      });
  },
};

import type { CliCommand } from "../flags/command.ts";
import { parseList, parsePositive, parseSeconds } from "../flags/command.ts";

interface WorkerFlags {
  queue: string | true;
  concurrency?: number;
  only?: string[];
  grace: number;
}

export const workerCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("worker")
      .description("run jobs of a queue (run --queue) on this machine")
      .option("--queue [address]", "PostgreSQL address (default: SCOPEBENCH_QUEUE_URL)", true)
      .option("--concurrency <n>", "executions at a time; default: as the run says", parsePositive)
      .option("--only <models>", "take these models' jobs only, separated by commas", parseList)
      .option(
        "--grace <seconds>",
        "on shutdown, wait this long for active jobs, then return the rest to the queue",
        parseSeconds,
        25,
      )
      .addHelpText(
        "after",
        `
Keys come from this machine's environment: a model without one is left to other
workers.

Examples:
  $ scopebench queue worker --queue postgres://host/queue --concurrency 16
  $ SCOPEBENCH_QUEUE_URL=postgres://... scopebench queue worker`,
      )
      .action(async ({ queue, concurrency, only, grace }: WorkerFlags) => {
        const [{ queueAddress }, { runWorker }] = await Promise.all([
          import("../../run/queue/address.ts"),
          import("../../run/queue/worker.ts"),
        ]);
        await runWorker({ url: queueAddress(queue, io.environment), concurrency, only, graceSeconds: grace, io });
      });
  },
};

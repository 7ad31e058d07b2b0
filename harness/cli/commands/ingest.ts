import { Option } from "commander";
import { INGEST_STEPS, type IngestStep } from "../../../db/ingest/steps.ts";
import { whileYoungRoomHolds } from "../../record/engine/thrifty-heap.ts";
import type { CliCommand, CommandContext } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

export const ingestCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command("ingest")
      .description(
        "index a corpus for search: rows, enrichment, chunks, links, graph. Starts from the newest snapshot and writes only what changed",
      )
      .option("--fresh", "build from scratch, and fit the embedding again")
      .addOption(
        new Option("--step <name>", "run one step on a copy of the newest snapshot, for its figures").choices(
          INGEST_STEPS.map(cliName),
        ),
      )
      .option("--json", "print the snapshot's manifest")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench corpus ingest\n  $ scopebench corpus ingest --corpus ../data/openconfig\n  $ scopebench corpus ingest --step trace-links\n  $ scopebench corpus ingest status",
      );
    const { io } = context;
    addConfigOptions(command).action(async (flags: IngestFlags) => {
      const config = await configFrom(flags, io, { needs: ["substrate", "enrichment"] });
      const { ingestAndPrint, rehearseAndPrint } = await import("../../run/ingest/run.ts");
      const { json = false, fresh = false } = flags;
      const step = INGEST_STEPS.find((name) => cliName(name) === flags.step);
      await whileYoungRoomHolds(() =>
        step ? rehearseAndPrint({ config, io, json, step }) : ingestAndPrint({ config, io, json, fresh }),
      );
    });
    registerStatus(command, context);
  },
};

type IngestFlags = ConfigFlags & { json?: boolean; fresh?: boolean; step?: string };

/** `trace links` is `trace-links` on the command line. */
function cliName(step: IngestStep): string {
  return step.replace(" ", "-");
}

function registerStatus(ingest: Parameters<CliCommand["register"]>[0], { io }: CommandContext): void {
  const status = ingest
    .command("status")
    .description("show the newest snapshot's ingest runs: changes, unresolved references, conflicts, time per step")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench corpus ingest status\n  $ scopebench corpus ingest status --corpus my-corpus --json",
    );
  addConfigOptions(status).action(async (_flags: unknown, command: { optsWithGlobals(): IngestFlags }) => {
    // The parent declares the same options, and takes those that stand behind the subcommand's name as well.
    const flags = command.optsWithGlobals();
    const config = await configFrom(flags, io, { needs: ["substrate"] });
    const { printIngestStatus } = await import("../../run/ingest/status.ts");
    await printIngestStatus({ config, io, json: flags.json ?? false });
  });
}

import type { CliCommand } from "../command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../config-options.ts";

export const ingestCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("ingest")
      .description(
        "build the substrate of a corpus: canonical rows, enrichment, chunks, links, graph; reused when it is there",
      )
      .option("--json", "print the snapshot's manifest")
      .addHelpText("after", "\nExamples:\n  $ scopebench ingest\n  $ scopebench ingest --corpus ../data/openconfig");
    addConfigOptions(command).action(async (flags: ConfigFlags & { json?: boolean }) => {
      const { withServices } = await import("../with-services.ts");
      const config = await configFrom(flags, io);
      const snapshot = await withServices({ config, io, enrich: true }, (services) => services.snapshot());
      if (flags.json) return io.out(JSON.stringify(snapshot, null, 2));
      const { describeSnapshot } = await import("../describe-snapshot.ts");
      io.out(describeSnapshot(snapshot));
    });
  },
};

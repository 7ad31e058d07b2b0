import { jsonText } from "../../print/json-text.ts";
import type { CliCommand } from "../flags/command.ts";

export const doctorCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("doctor")
      .description("check what is installed, what is reachable, what is missing and how to get it")
      .option("-c, --config <file>", "also check the models and keys of this configuration")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench setup doctor\n  $ scopebench setup doctor -c examples/study.yaml",
      )
      .action(async (flags: { config?: string; json?: boolean }) => {
        const [{ runChecks }, { loadConfig }, { printChecks }] = await Promise.all([
          import("../../run/doctor/doctor.ts"),
          import("../../record/config/load.ts"),
          import("../../run/doctor/print-checks.ts"),
        ]);
        const config = await loadConfig({ cwd: io.cwd, file: flags.config, environment: io.environment, flags: {} });
        const checks = await runChecks(config, io);
        setExitCode(checks.some((check) => check.status === "missing") ? 1 : 0);
        if (flags.json) return io.out(jsonText(checks, {}));
        printChecks(checks, io);
      });
  },
};

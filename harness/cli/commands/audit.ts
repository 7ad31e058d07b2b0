import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import type { CliCommand } from "../flags/command.ts";

export const auditCommand: CliCommand = {
  readsOnly: true,
  register(program, { io, setExitCode }) {
    program
      .command("audit")
      .description("look for faults in results of other tools: logs, exports, runs, tables")
      .argument("<file...>", "files, or folders of them")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExit code 0 without findings, 2 with, 1 for a file that cannot be read.\nNothing is sent anywhere; docs/guides/audit.md names the tools and their files.\n\nExamples:\n  $ scopebench measure audit logs/\n  $ scopebench measure audit before.json after.json --json",
      )
      .action(async (files: string[], { json }: { json?: boolean }) => {
        const [{ auditResults }, { renderAudit }] = await Promise.all([
          import("../../results/audit/audit.ts"),
          import("../../results/audit/render-audit.ts"),
        ]);
        const audit = await auditResults(files, io.cwd);
        io.out(json ? jsonText(audit, {}) : printable(renderAudit(audit)));
        if (audit.findings.length > 0) setExitCode(2);
      });
  },
};

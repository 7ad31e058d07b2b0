import { resolve } from "node:path";
import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import type { CliCommand } from "../flags/command.ts";

interface ConformFlags {
  badge?: string;
  judge?: boolean;
  json?: boolean;
}

export const conformCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    program
      .command("conform")
      .description("hold another evaluator against trec_eval's answers to 200 small cases, or 60 of a judge")
      .argument("[command...]", "its adapter, after --: JSON Lines in and out (default: our own metrics)")
      .option("--judge", "60 cases of a judge's outputs in place of rankings")
      .option("--badge <file>", "also write the result as an SVG for a README")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExit code 0 if no case differs, 2 if one does, 1 for a command that cannot\nbe run or answers otherwise. Adapters to copy: conform/adapters/.\n\nExamples:\n  $ scopebench measure conform\n  $ scopebench measure conform -- python3 conform/adapters/ranx.py\n  $ scopebench measure conform --badge conform.svg -- ./my-adapter",
      )
      .action(async (command: string[], flags: ConformFlags) => {
        const [{ conform }, { renderConformity }, { badgeOf }, { writeFile }, { ownPackage }] = await Promise.all([
          import("../../../conform/conform.ts"),
          import("../../../conform/render.ts"),
          import("../../../conform/badge.ts"),
          import("../../../base/write-file.ts"),
          import("../../../base/own-package.ts"),
        ]);
        const kind = flags.judge ? "judge" : "ranking";
        const { conformity, cases } = await conform({ command, kind, ...io, version: ownPackage().version });
        if (flags.badge !== undefined) await writeFile(resolve(io.cwd, flags.badge), badgeOf(conformity, kind));
        io.out(
          flags.json
            ? jsonText(conformity, { notOffered: "not_offered" })
            : printable(renderConformity(conformity, cases)),
        );
        if (conformity.differ > 0) setExitCode(2);
      });
  },
};

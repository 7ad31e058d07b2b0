import { InvalidArgumentError, Option } from "commander";
import type { CliCommand } from "../flags/command.ts";

export const cacheCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("cache")
      .description("list or prune caches, mainly corpus snapshots")
      .addHelpText("after", HELP);
    command
      .command("ls", { isDefault: true })
      .description("sizes, ages, what each is")
      .option("--json", "as JSON")
      .addHelpText("after", "\nExamples:\n  $ scopebench setup cache ls\n  $ scopebench setup cache ls --json")
      .action(async ({ json = false }: { json?: boolean }) => {
        const { showCache } = await import("../../run/ingest/cache.ts");
        await showCache({ io, json });
      });
    command
      .command("prune")
      .description("remove what no running process uses")
      .addOption(new Option("--older-than <age>", "not used for this long: 12h, 30d, 4w").argParser(parseAge))
      .option("--all", "regardless of age")
      .option("--answers", "also delete enrichment answers that a model was paid for")
      .option("--dry-run", "only show what would be removed")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench setup cache prune --older-than 30d --dry-run\n  $ scopebench setup cache prune --all",
      )
      .action(async ({ olderThan, all = false, answers = false, dryRun = false }: PruneFlags) => {
        const { pruneCache } = await import("../../run/ingest/cache.ts");
        await pruneCache({ io, olderThanMs: olderThan, all, answers, dryRun });
      });
  },
};

interface PruneFlags {
  olderThan?: number;
  all?: boolean;
  answers?: boolean;
  dryRun?: boolean;
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** `90m`, `12h`, `30d`, `4w`, in milliseconds. */
function parseAge(text: string): number {
  const [, number, unit = ""] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError("expected a number and m, h, d or w, such as 30d");
  return Number(number) * (UNITS[unit] as number);
}

const HELP = `
It lies in $SCOPEBENCH_CACHE, else in $XDG_CACHE_HOME/scopebench, else in
~/.cache/scopebench.

Examples:
  $ scopebench setup cache ls
  $ scopebench setup cache prune --older-than 30d`;

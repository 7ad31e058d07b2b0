import type { FailuresFlags } from "../../run/failures/show-failures.ts";
import { type CliCommand, parseList } from "../flags/command.ts";

export const failuresCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("show", { isDefault: true })
      .description("group a run's failed executions by how they went wrong (the default)")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .argument("[ids...]", "groups to show in full, such as F1")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--all", "every group in full")
      .option("--by <rules>", "what counts as failed: of error, functional, contract, judge (default: any)", parseList)
      .option("--below <metric=share>", "what counts as failed: the worst executions by a metric, such as ndcg@10=0.25")
      .option("--where <key=values>", "only executions that match; repeatable (all must match)", collect)
      .option("--words", "also terms that the answers of a group have more often than others'")
      .option("--json", "as JSON")
      .addHelpText("after", EXAMPLES)
      .action(async (name: string, ids: string[], flags: FailuresFlags) => {
        const { showFailures } = await import("../../run/failures/show-failures.ts");
        await showFailures({ name, ids }, flags, io);
      });
  },
};

export const failuresNameCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("name")
      .description("name a group of failures, for this and later runs; an empty name removes it")
      .argument("<id>", "such as F3")
      .argument("<name>")
      .option("--runs-dir <folder>", "beside which runs failures.yaml lies")
      .addHelpText("after", '\nExamples:\n  $ scopebench failures name F3 "expands an abbreviation wrongly"')
      .action(async (id: string, name: string, flags: { runsDir?: string }) => {
        const { nameFailures } = await import("../../run/failures/change-ledger.ts");
        await nameFailures(id, name, flags, io);
      });
  },
};

export const failuresNoteCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("note")
      .description("add a note to a group of failures")
      .argument("<id>", "such as F3")
      .argument("<note>")
      .option("--runs-dir <folder>", "beside which runs failures.yaml lies")
      .addHelpText("after", '\nExamples:\n  $ scopebench failures note F3 "the glossary lacks RRC; PR 12"')
      .action(async (id: string, note: string, flags: { runsDir?: string }) => {
        const { noteFailures } = await import("../../run/failures/change-ledger.ts");
        await noteFailures(id, note, flags, io);
      });
  },
};

export const failuresMergeCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("merge")
      .description("count one group of failures as part of another, also in later runs")
      .argument("<id>", "the one that is part of the other, such as F5")
      .argument("<into>", "the other; the same id again undoes it")
      .option("--runs-dir <folder>", "beside which runs failures.yaml lies")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench failures merge F5 F3\n  $ scopebench failures merge F5 F5     undo",
      )
      .action(async (id: string, into: string, flags: { runsDir?: string }) => {
        const { mergeFailures } = await import("../../run/failures/change-ledger.ts");
        await mergeFailures(id, into, flags, io);
      });
  },
};

export const failuresCompareCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("compare")
      .description("how groups of failures changed from one run to another: tests corrected over the groups")
      .argument("<baseline>", "a run: path, name or start of a name")
      .argument("<candidate>", "another")
      .option("--second <run>", "another run of the candidate, on which what changed must show again")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench failures compare baseline latest\n  $ scopebench failures compare baseline first --second again",
      )
      .action(async (baseline: string, candidate: string, flags: CompareFlags) => {
        const { compareFailuresOf } = await import("../../run/failures/compare-failures.ts");
        await compareFailuresOf({ baseline, candidate }, flags, io);
      });
  },
};

interface CompareFlags {
  runsDir?: string;
  second?: string;
  json?: boolean;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

const EXAMPLES = `
Below 12 failures there is a list. Ids, names and notes are kept in
failures.yaml beside the runs and carried to later runs; with --where, --by
or --below nothing is kept.

Examples:
  $ scopebench failures latest
  $ scopebench failures latest F1 F3
  $ scopebench failures latest --where model=explorer --where family=impact
  $ scopebench failures latest --below ndcg@10=0.25
  $ scopebench failures show latest --json | jq '.clusters[] | [.id, .name]'`;

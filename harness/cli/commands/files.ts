import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import type { CliCommand } from "../flags/command.ts";

interface Flags {
  runsDir?: string;
  to?: string;
  json?: boolean;
}

export const filesCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("files")
      .description("list and fetch the files that an agent worked with: results of its tools, documents, exports")
      .argument(
        "<of>",
        "a run (path, name, start of a name, or latest), a conversation of ask --thread, or `ask` for the last conversation",
      )
      .argument(
        "[names...]",
        "for a run: the execution (or part of its name), then a path or a glob such as '/exports/*'",
      )
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--to <folder>", "save the files there, under their own paths, instead of printing one")
      .option("--json", "the list as JSON")
      .addHelpText("after", EXAMPLES)
      .action(async (of: string, names: string[], flags: Flags) => {
        const [{ readStoredFiles }, show] = await Promise.all([
          import("../../run/files/stored-files.ts"),
          import("../../run/files/show-files.ts"),
        ]);
        const { place, path } = await find(of, names, { io, runsDir: flags.runsDir });
        const files = await readStoredFiles(place);
        const chosen = path === undefined ? files : show.selectFiles(files, path);
        if (flags.to !== undefined) return show.saveFiles(chosen, { io, to: flags.to });
        if (path === undefined) return show.listFiles(chosen, { io, json: flags.json ?? false });
        show.printFile(chosen, io);
      });
  },
};

async function find(of: string, names: readonly string[], { io, runsDir }: { io: Io; runsDir?: string }) {
  const [{ findThread }, { placeOfExecution, placeOfThread }] = await Promise.all([
    import("../../run/interactive/ask/thread.ts"),
    import("../../run/files/stored-files.ts"),
  ]);
  const thread = await findThread(of, io);
  if (thread !== null) return { place: placeOfThread(thread, of), path: names[0] };
  const [{ openRun }, { findExecutions }] = await Promise.all([
    import("../../record/run-directory/open-run.ts"),
    import("../../run/inspect/show-execution.ts"),
  ]);
  const opened = await openRun(of, { io, runsDir });
  const [record, ...others] = await findExecutions(opened, names[0] ?? "");
  if (record === undefined || others.length > 0)
    throw new UserError("usage", `expected one execution, ${others.length + 1} match`, {
      hint: "scopebench show RUN lists them: model__workflow__knowledge__scenario__repeat",
    });
  return { place: await placeOfExecution(opened.runDirectory, record), path: names[1] };
}

const EXAMPLES = `
Examples:
  $ scopebench runs files ask                     what the last question left
  $ scopebench runs files ask /results/000-keyword_search.json | jq .rows
  $ scopebench runs files latest explorer__react__skill__S003__0
  $ scopebench runs files latest explorer__react__skill__S003__0 '/exports/*'
  $ scopebench runs files xn --to everything      of ask --thread xn`;

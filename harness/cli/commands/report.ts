import { relative } from "node:path";
import { requirePart } from "../../../base/parts.ts";
import { completed } from "../../print/io.ts";
import { shellWord } from "../../print/shell-word.ts";
import { partsBefore } from "../../record/run-directory/parts.ts";
import type { CliCommand, CommandContext } from "../flags/command.ts";
import { ALLOW_HOST, parseList, parsePort } from "../flags/command.ts";

export const reportCommand: CliCommand = {
  register(program, context) {
    const report = program
      .command("report")
      .summary("build, serve or extend the report of a run")
      .description("build or read the report of a run")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench report serve\n  $ scopebench report serve --watch\n  $ scopebench report build latest --baseline baseline.csv\n  $ scopebench report new slow-answers",
      );
    registerBuild(report, context);
    registerServe(report, context);
    registerNew(report, context);
    registerPreview(report, context);
  },
};

type Parent = Parameters<CliCommand["register"]>[0];

function registerBuild(report: Parent, { io, setExitCode }: CommandContext): void {
  report
    .command("build")
    .description("build the report of a run, even if nothing changed")
    .argument("[run]", "path, name, start of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .option(
      "--baseline <run or file>",
      "compare with another run, or with a file of `baseline save`, on the page Compare",
    )
    .option("--allow <reasons>", "differences to accept (see compare --allow)", parseList)
    .option("-c, --config <file>", "with the gate's rules for --baseline (default: ./bench.yaml, else built in)")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench report build latest\n  $ scopebench report build latest --baseline runs/2026-11-21T10-42-07Z",
    )
    .action(async (run: string, flags: BuildFlags) => {
      requirePart("report");
      const [{ openWholeRun }, { runOneStage }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../run/start/start-run.ts"),
      ]);
      const opened = await openWholeRun(run, { io, runsDir: flags.runsDir }, partsBefore("report"));
      const { compareForReport } = await import("../../show/report/for-comparison.ts");
      await compareForReport(opened, { ...flags, io });
      const code = await runOneStage("report", { ...opened, io, again: true });
      const { readOwnPages } = await import("../../show/report/own-pages/place-pages.ts");
      const { problems } = await readOwnPages(opened.runDirectory);
      setExitCode(code || (problems.length > 0 ? 1 : 0));
    });
}

interface BuildFlags {
  runsDir?: string;
  baseline?: string;
  allow?: string[];
  config?: string;
}

function registerServe(report: Parent, { io, setExitCode }: CommandContext): void {
  report
    .command("serve")
    .description("serve the report of a run on this machine")
    .argument("[run]", "path, name, start of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .option("-p, --port <port>", "default: 3000, or any that is free", parsePort)
    .option(...ALLOW_HOST)
    .option("-w, --watch", "show a run in progress, then its report")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench report serve\n  $ scopebench report serve runs/2026-11-21T10-42-07Z -p 8080\n  $ scopebench report serve --watch",
    )
    .action(async (run: string, flags: ServeFlags) => {
      const [{ openRun, tellDamage }, { serveRun }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../show/live/serve-run.ts"),
      ]);
      const opened = await openRun(run, { io, runsDir: flags.runsDir });
      if (await tellDamage(opened, io)) setExitCode(2);
      await serveRun(opened.runDirectory, { io, port: flags.port, hosts: flags.allowHost, watch: flags.watch });
    });
}

interface ServeFlags {
  runsDir?: string;
  port?: number;
  allowHost?: string[];
  watch?: boolean;
}

function registerNew(report: Parent, { io }: CommandContext): void {
  report
    .command("new")
    .description("create a page for a question of your own")
    .argument("<page>", "name of the page: letters, digits, hyphens")
    .argument("[run]", "path, name, start of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .addHelpText("after", "\nExamples:\n  $ scopebench report new slow-answers\n  $ scopebench report build")
    .action(async (page: string, run: string, flags: { runsDir?: string }) => {
      const [{ openRun }, { newPage }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../show/report/new-page.ts"),
      ]);
      const { runDirectory } = await openRun(run, { io, runsDir: flags.runsDir });
      const path = await newPage(runDirectory, page);
      io.out(completed(io, `${relative(io.cwd, path)}   edit it, then: scopebench report build ${shellWord(run)}`));
    });
}

function registerPreview(report: Parent, { io }: CommandContext): void {
  report
    .command("preview")
    .description("show your own pages while you write them")
    .argument("[run]", "path, name, start of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .option("-p, --port <port>", "default: 3000, or any that is free", parsePort)
    .option(...ALLOW_HOST)
    .addHelpText("after", "\nExamples:\n  $ scopebench report new slow-answers\n  $ scopebench report preview")
    .action(async (run: string, flags: Omit<ServeFlags, "watch">) => {
      requirePart("report");
      const [{ openRun }, { previewRun }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../show/report/preview.ts"),
      ]);
      const opened = await openRun(run, { io, runsDir: flags.runsDir });
      await previewRun({ ...opened, io, port: flags.port, hosts: flags.allowHost });
    });
}

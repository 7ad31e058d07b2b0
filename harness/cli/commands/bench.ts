import { Option } from "commander";
import type { GetOptions } from "../../run/benchmarks/get.ts";
import type { CliCommand, CommandContext } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

type Parent = Parameters<CliCommand["register"]>[0];

/** Published benchmarks by name. */
export const benchCommand: CliCommand = {
  register(program, context) {
    const bench = program
      .command("bench")
      .summary("published retrieval and traceability benchmarks by name")
      .description("published retrieval and traceability benchmarks by name: ours beside what is published")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench measure bench ls\n  $ scopebench measure bench run libest --from data/libest",
      );
    registerList(bench, context);
    registerGet(bench, context);
    registerRun(bench, context);
    registerReport(bench, context);
  },
};

function registerList(bench: Parent, { io }: CommandContext): void {
  bench
    .command("ls")
    .description("the benchmarks that are known; of one, what it is, where from, and what is published")
    .argument("[name]", "one of them")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  $ scopebench measure bench ls\n  $ scopebench measure bench ls libest")
    .action(async (name: string | undefined, { json = false }: { json?: boolean }) => {
      const { listBenchmarks } = await import("../../run/benchmarks/list.ts");
      await listBenchmarks(name, { io, json });
    });
}

function addDataOptions(command: Parent): Parent {
  return command
    .option("--from <path>", "folder or file that holds the data")
    .addOption(
      new Option("--fetch <address>", "download the data from there: a file, or a zip archive").conflicts("from"),
    )
    .option("--other", "take an excerpt or another version: nothing published is printed beside it");
}

function registerGet(bench: Parent, { io }: CommandContext): void {
  const command = bench
    .command("get")
    .description("read a benchmark's data into the cache, checked by counts and checksum")
    .argument("<name>", "as `bench ls` lists it");
  addDataOptions(command)
    .addHelpText("after", "\nExamples:\n  $ scopebench measure bench get libest --from data/libest")
    .action(async (name: string, options: GetOptions) => {
      const [{ getBenchmark, sayCounts }, { printable }] = await Promise.all([
        import("../../run/benchmarks/get.ts"),
        import("../../print/text.ts"),
      ]);
      const { folder, identity } = await getBenchmark(name, options, io);
      io.out(printable(`${name}: ${sayCounts(identity.counts)}, sha256 ${identity.sha256}\n${folder}`));
    });
}

interface BenchRunFlags extends ConfigFlags, GetOptions {
  json?: boolean;
}

function registerRun(bench: Parent, { io, setExitCode }: CommandContext): void {
  const command = bench
    .command("run")
    .summary("run rankers and agents on a benchmark, and print ours beside published")
    .description(
      "run the configuration's models on a benchmark (its first workflow and knowledge mode, unless flags or -c name others), and keyword, vector and hybrid search beside them; prints ours, published and what differs",
    )
    .argument("<name>", "as `bench ls` lists it")
    .option("--json", "print the result as JSON");
  addConfigOptions(addDataOptions(command))
    .addHelpText(
      "after",
      "\nThe run is one like any other: resume continues it, bench report prints its\ntable.\n\nExamples:\n  $ scopebench measure bench run libest --from data/libest\n  $ scopebench measure bench run libest -c my-models.yaml",
    )
    .action(async (name: string, { from, fetch, other, json = false, ...flags }: BenchRunFlags) => {
      const [{ getBenchmark }, { withBenchmark, matrixOf, runBenchmark }, { stagesUntil }, { needsHere }] =
        await Promise.all([
          import("../../run/benchmarks/get.ts"),
          import("../../run/benchmarks/run.ts"),
          import("../../run/start/stage-named.ts"),
          import("../../run/start/spread.ts"),
        ]);
      const prepared = await getBenchmark(name, { from, fetch, other }, io);
      const config = await configFrom(withBenchmark(prepared, flags), io, {
        needs: needsHere(stagesUntil("score"), false),
      });
      setExitCode(await runBenchmark(matrixOf(config, flags), { io, json }));
    });
}

function registerReport(bench: Parent, { io }: CommandContext): void {
  bench
    .command("report")
    .description("print the table of a run on a benchmark: ours, published, what differs")
    .argument("[run]", "path, name, start of a name, or latest", "latest")
    .option("--runs-dir <folder>", "where to look for runs")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nA published figure of another set, cut or metric is named and not compared.\n\nExamples:\n  $ scopebench measure bench report\n  $ scopebench measure bench report latest --json",
    )
    .action(async (run: string, { runsDir, json = false }: { runsDir?: string; json?: boolean }) => {
      const [{ openWholeRun }, { reportBenchmark }] = await Promise.all([
        import("../../record/run-directory/open-run.ts"),
        import("../../run/benchmarks/report.ts"),
      ]);
      await reportBenchmark(await openWholeRun(run, { io, runsDir }), { io, json });
    });
}

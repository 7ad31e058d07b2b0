import type { ExportFlags } from "../../export/run.ts";
import { type CliCommand, parseList } from "../command.ts";

const FORMATS = `
Formats:
  csv      scores of each execution, why a score is missing, every table
  jsonl    a line an execution: question, truth, answer, verdict, scores
  parquet  executions (a column a metric) and scores (a row a score)
  trec     qrels and a run file a configuration
  beir     corpus, queries, qrels; needs the snapshot that the run was made on
  latex    every table, and a document of them
  inspect  logs for Inspect AI's viewer: messages, calls, scores
  junit    a test case an execution, for CI; in GitHub's it annotates too

Examples:
  $ scopebench export latest --format inspect --to logs
  $ scopebench export latest --format parquet,csv --anonymise`;

export const exportCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("export")
      .description("hand a run to other tools")
      .argument("[run]", "path, name, beginning of a name, or latest", "latest")
      .requiredOption("-f, --format <names>", "one or more of those below", parseList)
      .option("--to <folder>", "where each format gets its folder (default: the run's name with -export, here)")
      .option("--anonymise", "for double-blind review: without names of models, judges, folders, hosts")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText("after", FORMATS)
      .action(async (run: string, flags: ExportFlags) => {
        const { exportRun } = await import("../../export/run.ts");
        await exportRun(run, flags, io);
      });
  },
};

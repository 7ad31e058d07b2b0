import type { ExportFlags } from "../../run/export/run.ts";
import { type CliCommand, parseList } from "../flags/command.ts";

const FORMATS = `
Formats:
  csv        scores of each execution, why a score is missing, every table
  jsonl      one line per execution: question, truth, answer, verdict, scores
  parquet    executions (a column per metric) and scores (a row per score)
  trec       qrels and a run file per configuration
  beir       corpus, queries, qrels; needs the snapshot that the run was made on
  latex      every table, and a document that includes them
  inspect    logs for Inspect AI's viewer: messages, calls, scores
  promptfoo  results for promptfoo import: answers, verdicts, scores
  otlp       OpenTelemetry's spans by the conventions for GenAI
  junit      a test case per execution, for CI; annotates GitHub pull requests

Examples:
  $ scopebench runs export latest --format inspect --to logs
  $ scopebench runs export latest --format parquet,csv --anonymise`;

export const exportCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("export")
      .description("convert a run for other tools")
      .argument("[run]", "path, name, start of a name, or latest", "latest")
      .requiredOption("-f, --format <names>", "one or more of those below", parseList)
      .option("--to <folder>", "folder for the exports, one subfolder per format (default: ./<run>-export)")
      .option("--anonymise", "for double-blind review: without names of models, judges, folders, hosts")
      .option("--runs-dir <folder>", "where to look for runs")
      .addHelpText("after", FORMATS)
      .action(async (run: string, flags: ExportFlags) => {
        const { exportRun } = await import("../../run/export/run.ts");
        await exportRun(run, flags, io);
      });
  },
};

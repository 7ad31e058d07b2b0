import type { CliCommand } from "../command.ts";

interface IrFlags {
  metrics?: string;
  perQuery?: boolean;
  complete?: boolean;
  json?: boolean;
}

export const irCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("ir")
      .description("retrieval metrics of a TREC run against qrels, by trec_eval's rules")
      .argument("<qrels>", "query 0 document relevance")
      .argument("<run-file>", "query Q0 document rank score tag")
      .option("-m, --metrics <names>", "such as ndcg@10,mrr@10,map,recall@100 (default: a usual five)")
      .option("--complete", "queries without results score 0 and count in the mean")
      .option("--per-query", "also a line a query")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench ir qrels.txt run.txt\n  $ scopebench ir qrels.txt run.txt --metrics 'ndcg(gain=exp)@10,rprec' --per-query",
      )
      .action(async (qrelsPath: string, runPath: string, flags: IrFlags) => {
        const [{ computeIr, formatIr }, { parseMetricList }] = await Promise.all([
          import("../../trec/ir.ts"),
          import("../../metrics/names.ts"),
        ]);
        const { perQuery, complete } = flags;
        const metrics = flags.metrics === undefined ? undefined : parseMetricList(flags.metrics);
        const result = await computeIr({ qrelsPath, runPath, metrics, perQuery, complete });
        io.out(flags.json ? JSON.stringify(result, null, 2) : formatIr(result));
      });
  },
};

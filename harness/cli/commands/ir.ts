import type { CliCommand } from "../command.ts";
import { parseList } from "../command.ts";

export const irCommand: CliCommand = {
  register(program, { io }) {
    program
      .command("ir")
      .description("retrieval metrics of a TREC run against qrels, by trec_eval's rules")
      .argument("<qrels>", "query 0 document relevance")
      .argument("<run-file>", "query Q0 document rank score tag")
      .option("-m, --metrics <names>", "such as ndcg@10,mrr@10,map,recall@100", parseList, [
        "ndcg@10",
        "mrr@10",
        "map",
        "recall@10",
        "p@5",
      ])
      .option("--per-query", "also a line a query")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench ir qrels.txt run.txt\n  $ scopebench ir qrels.txt run.txt --metrics 'ndcg(gain=exp)@10,rprec' --per-query",
      )
      .action(
        async (
          qrelsPath: string,
          runPath: string,
          flags: { metrics: string[]; perQuery?: boolean; json?: boolean },
        ) => {
          const { computeIr, formatIr } = await import("../../trec/ir.ts");
          const result = await computeIr({
            qrelsPath,
            runPath,
            metrics: flags.metrics,
            perQuery: flags.perQuery ?? false,
          });
          io.out(flags.json ? JSON.stringify(result, null, 2) : formatIr(result));
        },
      );
  },
};

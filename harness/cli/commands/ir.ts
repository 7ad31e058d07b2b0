import type { IrResult } from "../../../measure/trec/ir.ts";
import { jsonText } from "../../print/json-text.ts";
import { withStandardInput } from "../../print/standard-input.ts";
import { printable } from "../../print/text.ts";
import type { CliCommand } from "../flags/command.ts";

interface IrFlags {
  metrics?: string;
  perQuery?: boolean;
  complete?: boolean;
  comments?: boolean;
  json?: boolean;
}

const NAMED = 10;

export const irCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("ir")
      .description("compute retrieval metrics of a TREC run against qrels, by trec_eval's rules")
      .argument("<qrels>", "query 0 document relevance; plain or gzip, - for standard input")
      .argument("<run-file>", "query Q0 document rank score tag; the same")
      .option("-m, --metrics <names>", "such as ndcg@10,mrr@10,map,recall@100 (default: common ones)")
      .option("--complete", "score queries without results 0 and count them in the mean")
      .option("--per-query", "also one line per query")
      .option("--comments", "skip lines that begin with #, as trec_eval 10 does (default: treat them as data)")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench measure ir qrels.txt run.txt\n  $ zcat run.gz | scopebench measure ir qrels.txt.gz -\n  $ scopebench measure ir qrels.txt run.txt --metrics 'ndcg(gain=exp)@10,rprec'",
      )
      .action(async (qrels: string, run: string, flags: IrFlags) => {
        const [{ computeIr }, { formatIr }, { parseMetricList }] = await Promise.all([
          import("../../../measure/trec/ir.ts"),
          import("../../../measure/trec/format-ir.ts"),
          import("../../../measure/metrics/names.ts"),
        ]);
        const { perQuery, complete, comments } = flags;
        const metrics = flags.metrics === undefined ? undefined : parseMetricList(flags.metrics);
        const result = await withStandardInput([qrels, run] as const, io, ([qrelsPath, runPath]) =>
          computeIr({ qrelsPath, runPath, metrics, perQuery, complete, comments }),
        );
        // trec_eval's table has no place for it, and without it a run gets better by leaving queries out.
        if (result.missing.length > 0) io.error(missingNote(result, complete ?? false));
        for (const note of result.nearMisses) io.error(`note: ${note}`);
        io.out(
          flags.json
            ? jsonText(result, {
                perQuery: "per_query",
                unjudgedQueries: "unjudged_queries",
                nearMisses: "near_misses",
              })
            : formatIr(result),
        );
      });
  },
};

function missingNote({ missing, queries }: IrResult, complete: boolean): string {
  const names = missing.slice(0, NAMED).map((name) => printable(name, { singleLine: true }));
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : "";
  const all = complete ? queries : queries + missing.length;
  const what = complete ? "count as 0" : "are left out of the means (--complete counts them as 0)";
  return `note: ${missing.length} of ${all} judged queries have no results and ${what}: ${names.join(", ")}${more}`;
}

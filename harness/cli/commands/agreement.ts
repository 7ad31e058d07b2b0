import { Option } from "commander";
import { WEIGHTINGS, type Weighting } from "../../../measure/statistics/agreement/weights.ts";
import { roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { type CliCommand, parseList, parsePositive, parseShare } from "../flags/command.ts";

interface AgreementFlags {
  columns?: string[];
  long?: string[];
  statistic?: string[];
  categories?: string[];
  weights: Weighting;
  missing?: string[];
  cluster?: string;
  level: number;
  resamples: number;
  json?: boolean;
}

export const agreementCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("agreement")
      .description("measure how far raters or judges agree: kappa, alpha, AC1, ICC, Bland-Altman, with intervals")
      .argument("<csv>", "one row per item, one column per rater; blank, NA, N/A, NaN and null mean no value")
      .option("--columns <names>", "the raters' columns (default: all but a first column of names)", parseList)
      .option("--long <names>", "columns of rater, item and value, for one row per rating", parseList)
      .option(
        "--statistic <names>",
        "compute only these, such as kappa,alpha-ordinal,icc-2-1. auroc and auroc-difference need a first column of 0 and 1; *-limit-replicates needs --cluster. Default: all that fit, except precision, recall, f1, alpha, kappa-z, stuart-maxwell, bhapkar, tau-ap and tau-ap-symmetric",
        parseList,
      )
      .addOption(
        new Option("--weights <kind>", "partial agreement of kappa, AC and percent")
          .choices(WEIGHTINGS)
          .default("none"),
      )
      .option("--categories <names>", "all categories in order, including unused ones", parseList)
      .option("--missing <words>", "words that mean no value, instead of these (blank always does)", parseList)
      .option("--cluster <column>", "items that share a value here are dependent: resampled as one cluster")
      .option("--level <share>", "of the intervals", parseShare, 0.95)
      .option("--resamples <n>", "of the bootstrap", parsePositive, 1000)
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench measure agreement labels.csv --columns human,judge \\\n      --weights quadratic\n  $ scopebench measure agreement r.csv --long rater,item,score --statistic ac\n  $ scopebench measure agreement scores.csv --columns a,b --cluster item --json\n  $ scopebench measure agreement conf.csv --statistic auroc,auroc-difference\n  $ scopebench measure agreement r.csv --cluster s --statistic upper-limit-pairs",
      )
      .action(async (path: string, flags: AgreementFlags) => {
        const [{ readCsv }, { selectColumns }, { ratingData }, { analyse }, { renderAgreement }] = await Promise.all([
          import("../../print/tabular/read-csv.ts"),
          import("../../print/tabular/select-columns.ts"),
          import("../../results/agreement/rating-data.ts"),
          import("../../results/agreement/analyse.ts"),
          import("../../results/agreement/render.ts"),
        ]);
        const data = ratingData(selectColumns(await readCsv(path, flags.missing), flags), flags.categories);
        const options = { ...flags, statistics: flags.statistic };
        const rows = analyse(data, options);
        const { raters, units, labels, notes } = data;
        if (flags.json)
          return io.out(
            jsonText(
              { raters, items: units.length, categories: labels, weights: flags.weights, notes, statistics: rows },
              {},
            ),
          );
        io.out(renderAgreement(data, rows, { ...options, width: roomOf(io) }));
      });
  },
};

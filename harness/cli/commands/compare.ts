import { Option } from "commander";
import { splitMetricNames } from "../../../measure/metrics/names.ts";
import type { CompareFlags } from "../../results/compare/run.ts";
import { type CliCommand, parseList } from "../flags/command.ts";

export const compareCommand: CliCommand = {
  readsOnly: true,
  register(program, { io, setExitCode }) {
    program
      .command("compare")
      .summary("test whether a run is better than another one or a baseline")
      .description(
        "test whether the candidate is better than the baseline: two runs, a stored baseline, TREC run files, or results of Inspect AI or promptfoo",
      )
      .argument(
        "<baseline>",
        "run, baseline file, log of Inspect AI or results of promptfoo (JSON), TREC run file with --qrels, or a ranker of the candidate's run (keyword, vector, hybrid, ...)",
      )
      .argument("<candidate>", "the same kinds, except a ranker")
      .option(
        "--qrels <file>",
        "relevance judgements: both arguments are TREC run files, plain or gzip, - for standard input",
      )
      .option(
        "--comments",
        "with --qrels: skip lines that begin with #, as trec_eval 10 does (default: treat them as data)",
      )
      .option(
        "-m, --metrics <names>",
        "such as functional_pass,ndcg@10 (default: the common ones; with --gate, those of its rules)",
        splitMetricNames,
      )
      .option(
        "--by <what>",
        "also within each configuration, model, workflow, knowledge, family or level of a factor, by its name",
      )
      .option("--gate", "decide by the rules under `gate:` of the configuration: exit 3 on a regression")
      .option(
        "--sequential",
        "with --gate: look after stretches of scenarios, and stop where the verdict cannot turn into a regression any more",
      )
      .option("--selftest <file>", "with --gate: what `runs gate selftest --output` wrote, told beside the verdict")
      .option(
        "--allow <reasons>",
        "compare despite differences in: corpus, scenarios, metrics, judge, stand-ins, served-model, plan, coverage",
        parseList,
      )
      .addOption(
        new Option(
          "--attribute [runs...]",
          "whose the difference of two runs is: corpus, code, prompts, model, judge, settings, each swapped alone in one of these runs; by the first of --metrics",
        ).conflicts(["gate", "sequential", "by", "qrels", "markdown", "junit"]),
      )
      .option("-c, --config <file>", "configuration file (default: ./bench.yaml, else built in)")
      .option("--runs-dir <folder>", "where to look for runs")
      .option("--json", "as JSON")
      .option("--markdown <file>", "also as Markdown, for a pull request")
      .option("--report-url <address>", "where the candidate's report is served: the Markdown links to its pages")
      .option("--junit <file>", "also as JUnit XML")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench compare baseline.csv latest --gate\n  $ scopebench compare 2026-11-20 latest --by model --metrics pass,ndcg@10\n  $ scopebench compare 2026-11-20 latest --by depth\n  $ scopebench compare main latest --attribute main-with-new-model\n  $ scopebench compare keyword latest --by configuration --gate\n  $ scopebench compare old.run new.run --qrels qrels.txt\n\nExit codes: 0 no regression, 3 regression, 4 not comparable.",
      )
      .action(async (baseline: string, candidate: string, flags: CompareFlags & { attribute?: string[] | true }) => {
        if (flags.attribute !== undefined) {
          const { attributeChange } = await import("../../results/compare/attribution/run.ts");
          const attribute = flags.attribute === true ? [] : flags.attribute;
          return attributeChange({ baseline, candidate }, { ...flags, attribute }, io);
        }
        const { compare } = await import("../../results/compare/run.ts");
        setExitCode(await compare({ baseline, candidate }, flags, io));
      });
  },
};

import { InvalidArgumentError, Option } from "commander";
import type { AttachmentsFlags } from "../../run/attachments/attachments.ts";
import type { GlossaryFlags } from "../../run/glossary/glossary.ts";
import type { PatternsFlags } from "../../run/patterns/patterns.ts";
import { PIPELINES } from "../../run/patterns/pipelines.ts";
import type { CliCommand, CommandContext } from "../flags/command.ts";
import { numberOf, parseInteger, parseList } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

type Parent = Parameters<CliCommand["register"]>[0];

export const corpusCommand: CliCommand = {
  register(program, context) {
    const corpus = program
      .command("corpus")
      .summary("generate, import, ingest, review or explain a corpus")
      .description("generate, import, describe, review or explain a corpus")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench corpus import ../data/openconfig\n  $ scopebench corpus describe ../data/onap",
      );
    registerGenerate(corpus, context);
    registerImport(corpus, context);
    registerDescribe(corpus, context);
    registerReview(corpus, context);
    registerWhy(corpus, context);
    registerPatterns(corpus, context);
    registerGlossary(corpus, context);
    registerAttachments(corpus, context);
  },
};

function registerGenerate(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("generate")
    .description("write the synthetic telecom corpus as a folder")
    .argument("<folder>", "a new folder")
    .option("--seed <n>", "seed", parseInteger, 7)
    .option("--scale <share>", "share of the full size, up to 1", Number, 1)
    .addHelpText("after", "\nExamples:\n  $ scopebench corpus generate /tmp/telecom --scale 0.05")
    .action(async (folder: string, { seed, scale }: { seed: number; scale: number }) => {
      const { generateCorpusFolder } = await import("../../run/ingest/corpus.ts");
      io.out(await generateCorpusFolder(folder, { seed, scale }, io));
    });
}

interface ImportFlags {
  to?: string;
  interactive?: boolean;
  format?: string;
  mapping: string[];
  mappingFile?: string;
  encoding?: string;
  maxFaulty?: number;
}

function registerImport(corpus: Parent, { io, setExitCode }: CommandContext): void {
  corpus
    .command("import")
    .description(
      "read a corpus in any known format, show how its types and columns are interpreted, check everything, and write it as a corpus folder",
    )
    .argument("<path>", "a file or a folder; `corpus formats` lists what can be read")
    .option("--interactive", "show each guess with ten examples and correct it before anything is written")
    .option("--to <folder>", "write the corpus to this folder, with a corpus.yaml for you to edit")
    .option("--format <name>", "do not guess the format")
    .option("--mapping <name=role>", "role of a column, an artifact type or a link kind; repeatable", collect, [])
    .option("--mapping-file <file>", "a corpus.yaml that assigns roles")
    .option("--encoding <label>", "do not guess the encoding, such as gbk or windows-1252")
    .option(
      "--max-faulty <percent>",
      "refuse above this share of faulty records (default: 1, of corpus folders 0)",
      parseShare,
    )
    .addHelpText(
      "after",
      `
Examples:
  $ scopebench corpus import ../data/openconfig
  $ scopebench corpus import spec.reqif --to mine --mapping 'Test=test_case'
  $ scopebench corpus import tests.xlsx --to mine --mapping 'Short text=title'
  $ scopebench corpus import reports/junit --to mine
  $ scopebench corpus import messy.xlsx --interactive --to mine`,
    )
    .action(async (path: string, flags: ImportFlags) => {
      const { importCorpus } = await import("../../run/ingest/corpus.ts");
      setExitCode(await importCorpus(path, flags, io));
    });
  corpus
    .command("formats")
    .description("the formats that can be imported, with what each keeps and drops")
    .addHelpText("after", "\nExamples:\n  $ scopebench corpus formats")
    .action(async () => {
      const { formatsText } = await import("../../run/ingest/corpus.ts");
      io.out(formatsText());
    });
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

/** A percentage as a share. */
function parseShare(value: string): number {
  const percent = numberOf(value.replace(/%$/, ""));
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw new InvalidArgumentError("expected a percentage from 0 to 100");
}

function registerDescribe(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("describe")
    .description("summarize a corpus: counts, links, texts without links")
    .argument("[corpus]", "telecom, or a folder", "telecom")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench corpus describe\n  $ scopebench corpus describe ../data/onap --json",
    )
    .action(async (name: string, flags: { json?: boolean }) => {
      io.endAtOnce?.();
      const { describeNamedCorpus } = await import("../../run/ingest/corpus.ts");
      io.out(await describeNamedCorpus(name, { io, json: flags.json ?? false }));
    });
}

function registerReview(corpus: Parent, { io }: CommandContext): void {
  const review = corpus
    .command("review")
    .description("check an import: counts, what each scenario family lacks, and ten random links in plain words")
    .argument("[corpus]", "telecom, or a folder; default: the configuration's")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench corpus review my-corpus\n  $ scopebench corpus review my-corpus --seed 3   ten other links",
    );
  addConfigOptions(review).action(async (name: string | undefined, flags: ConfigFlags & { json?: boolean }) => {
    const config = await configFrom({ ...flags, corpus: name ?? flags.corpus }, io, { needs: ["substrate"] });
    const { reviewCorpus } = await import("../../run/ingest/review.ts");
    await reviewCorpus({ config, io, json: flags.json ?? false });
  });
}

function registerWhy(corpus: Parent, { io }: CommandContext): void {
  const why = corpus
    .command("why")
    .description(
      "show where a record comes from: import, raw payload, references and the rule that found each, chunks, graph",
    )
    .argument("<id>", "of a test case, backlog item, message, protocol, knowledge entry or other artifact")
    .option("--json", "as JSON, everything")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench corpus why FEA-1023\n  $ scopebench corpus why TC-204 --corpus my-corpus --json",
    );
  addConfigOptions(why).action(async (id: string, flags: ConfigFlags & { json?: boolean }) => {
    const config = await configFrom(flags, io, { needs: ["substrate"] });
    const { printWhy } = await import("../../run/ingest/why.ts");
    await printWhy(id, { config, io, json: flags.json ?? false });
  });
}

function registerPatterns(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("patterns")
    .description(
      "patterns of faults in a tracker's reports: alike ones together, with their words, extracts, stability",
    )
    .argument("<path>", "an export, or a corpus folder; `corpus formats` lists what can be read")
    .option("--types <names>", "artifact types that are reports; default: those named like faults", parseList)
    .option("--max-faulty <percent>", "refuse above this share of faulty records (default: 1)", parseShare)
    .option(
      "--pair-share <share>",
      "how coarse: at most this share of all pairs of reports is put together",
      parsePairShare,
      0.01,
    )
    .addOption(
      new Option("--pipeline <name>", "linkage: a tree that is cut; umap: UMAP and HDBSCAN, as topic models do")
        .choices(PIPELINES)
        .default("linkage"),
    )
    .option("--groups <n>", "coarser groups over the patterns", parseInteger)
    .option("--seed <n>", "seed of the learned words", parseInteger, 7)
    .option("--to <folder>", "keep the patterns in this folder")
    .option("--known <folder>", "put new reports to these patterns, which stay")
    .option("--into <folder>", "write the corpus with its patterns as knowledge that agents find")
    .option("--all", "every pattern, in full")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  $ scopebench corpus patterns jira.csv
  $ scopebench corpus patterns jira.csv --to patterns --groups 8
  $ scopebench corpus patterns jira-next-month.csv --known patterns`,
    )
    .action(async (path: string, flags: PatternsFlags) => {
      const { patternsOf } = await import("../../run/patterns/patterns.ts");
      await patternsOf(path, flags, io);
    });
}

function registerGlossary(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("glossary")
    .description("acronyms, names and versions of a corpus, and bold words of a PDF, for a person to review")
    .argument("<path>", "an export, or a corpus folder; `corpus formats` lists what can be read")
    .option("--pdf <files>", "PDFs whose bold words are terms", parseList)
    .option("--least <n>", "texts that have a term, unless one says what it stands for", parseInteger, 3)
    .option("--to <file>", "the glossary to review; entries with a decision stay as they are")
    .option("--into <folder>", "write the corpus with the kept terms as knowledge that agents look up")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  $ scopebench corpus glossary jira.csv --pdf handbook.pdf --to glossary.yaml
  $ scopebench corpus glossary jira.csv --to glossary.yaml --into with-terms`,
    )
    .action(async (path: string, flags: GlossaryFlags) => {
      const { glossaryOf } = await import("../../run/glossary/glossary.ts");
      await glossaryOf(path, flags, io);
    });
}

function registerAttachments(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("attachments")
    .description(
      "features of device configurations that are attached to reports, for a person to review; pictures and comments by a model",
    )
    .argument("<path>", "an export, or a corpus folder; `corpus formats` lists what can be read")
    .requiredOption("--from <folder>", "the attachments, in folders named by reports' ids, or named by them")
    .option("--features <file>", "patterns of features, to review; what stands there stays as it is", "features.yaml")
    .option("--least <n>", "reports whose configurations have a command that no pattern names", parseInteger, 3)
    .option("--pictures", "have the configuration's model (`enrichment`) describe pictures")
    .option("--comments", "have it summarize the comments of an export by Jira or GitHub in JSON")
    .option("-c, --config <file>", "configuration file, for its model (default: ./bench.yaml)")
    .option("--into <folder>", "write the corpus with the kept features, and what a model said, in its reports")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  $ scopebench corpus attachments jira.csv --from attached
  $ scopebench corpus attachments jira.csv --from attached --into with-features
  $ scopebench corpus attachments issues.json --from attached --pictures`,
    )
    .action(async (path: string, flags: AttachmentsFlags) => {
      const { attachmentsOf } = await import("../../run/attachments/attachments.ts");
      const loadConfig = () => configFrom({ config: flags.config }, io, { needs: ["enrichment"] });
      await attachmentsOf(path, flags, { io, loadConfig });
    });
}

function parsePairShare(value: string): number {
  const share = numberOf(value);
  if (share > 0 && share < 1) return share;
  throw new InvalidArgumentError("expected a share between 0 and 1, such as 0.01");
}

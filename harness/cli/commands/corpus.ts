import type { CliCommand, CommandContext } from "../command.ts";
import { parseInteger } from "../command.ts";

type Parent = Parameters<CliCommand["register"]>[0];

export const corpusCommand: CliCommand = {
  register(program, context) {
    const corpus = program.command("corpus").description("generate, import or describe a corpus");
    registerGenerate(corpus, context);
    registerImport(corpus, context);
    registerDescribe(corpus, context);
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
      const { generateCorpusFolder } = await import("../corpus.ts");
      io.out(await generateCorpusFolder(folder, { seed, scale }, io));
    });
}

function registerImport(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("import")
    .description("read artifacts.jsonl and links.csv, say what is taken for what, and check everything")
    .argument("<folder>", "with artifacts.jsonl, links.csv and, optionally, corpus.yaml")
    .option("--to <folder>", "also write the corpus there, with its corpus.yaml, for you to edit")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench corpus import ../data/openconfig\n  $ scopebench corpus import ../data/openconfig --to my-corpus",
    )
    .action(async (folder: string, flags: { to?: string }) => {
      const { importCorpusFolder } = await import("../corpus.ts");
      io.out(await importCorpusFolder(folder, flags.to, io));
    });
}

function registerDescribe(corpus: Parent, { io }: CommandContext): void {
  corpus
    .command("describe")
    .description("counts, links, texts without links, of a corpus")
    .argument("[corpus]", "telecom, or a folder", "telecom")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench corpus describe\n  $ scopebench corpus describe ../data/onap --json",
    )
    .action(async (name: string, flags: { json?: boolean }) => {
      const { describeNamedCorpus } = await import("../corpus.ts");
      io.out(await describeNamedCorpus(name, { io, json: flags.json ?? false }));
    });
}

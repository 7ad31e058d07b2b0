import type { Command } from "commander";
import type { NewStudyFlags } from "../../run/study/run.ts";
import { type CliCommand, type CommandContext, parseInteger, parseList, parsePositive } from "../flags/command.ts";

const FOLDER = ["<folder>", "of the study: study.yaml, assignment.csv, answers.csv"] as const;

export const studyCommand: CliCommand = {
  register(program, context) {
    const study = program
      .command("study")
      .description("compare two configurations with people in a crossover study (AB/BA)")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench assistant study new pilot --a before --b after --people 12\n  $ scopebench assistant study assign pilot\n  $ scopebench assistant study results pilot --plot pilot.svg",
      );
    registerNew(study, context);
    registerAssign(study, context);
    registerResults(study, context);
  },
};

function registerNew(study: Command, { io }: CommandContext): void {
  study
    .command("new")
    .description("write the plan of a study")
    .argument(...FOLDER)
    .requiredOption("--a <configuration>", "the first configuration")
    .requiredOption("--b <configuration>", "the second one")
    .requiredOption("--people <n>", "how many take part", parsePositive)
    .option("--seed <n>", "decides who begins with which", parseInteger)
    .option("--scales <names>", "scales of the UEQ+ form, four items each (default: 13 of them)", parseList)
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench assistant study new pilot --a before --b after --people 12\n  $ scopebench assistant study new two --a x --b y --people 8 --scales trust",
    )
    .action(async (folder: string, flags: NewStudyFlags) => {
      const { newStudy } = await import("../../run/study/run.ts");
      await newStudy(folder, flags, io);
    });
}

function registerAssign(study: Command, { io }: CommandContext): void {
  study
    .command("assign")
    .description("assign participants to an order at random, and write an empty answer sheet")
    .argument(...FOLDER)
    .addHelpText("after", "\nExamples:\n  $ scopebench assistant study assign pilot")
    .action(async (folder: string) => {
      const { assignStudy } = await import("../../run/study/run.ts");
      await assignStudy(folder, io);
    });
}

function registerResults(study: Command, { io }: CommandContext): void {
  study
    .command("results")
    .description("analyse the answers: within-person differences, order effect, exact tests, intervals")
    .argument(...FOLDER)
    .option("--plot <file>", "also boxplots of each person's differences, as SVG")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  $ scopebench assistant study results pilot --plot pilot.svg")
    .action(async (folder: string, flags: { json?: boolean; plot?: string }) => {
      const { showStudy } = await import("../../run/study/run.ts");
      await showStudy(folder, flags, io);
    });
}

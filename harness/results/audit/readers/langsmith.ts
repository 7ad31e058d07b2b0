import type { AuditedFile } from "../audited.ts";
import { type AuditReader, numberOf, type ResultsFile } from "../results-file.ts";

const PARTS = { input: /^inputs?\./, output: /^outputs\./, reference: /^reference\./, feedback: /^feedback\./ };

export const langsmithReader: AuditReader = {
  tool: "LangSmith",
  file: "an experiment as CSV (`ExperimentResults.to_pandas()`, `Client.get_test_results()`)",
  versions: "the file states none; written as by SDK 0",
  knows: ({ table }) =>
    table !== null && [PARTS.input, PARTS.feedback].every((part) => table.header.some((name) => part.test(name))),
  read: readLangsmith,
};

/** Runs of an experiment with their feedback. */
function readLangsmith({ name, table }: ResultsFile): AuditedFile {
  const header = table?.header ?? [];
  const rows = (table?.rows ?? []).map((row, at) => {
    const texts = (part: RegExp) =>
      JSON.stringify(header.filter((column) => part.test(column)).map((column) => row[column]));
    const feedback = header.filter((column) => PARTS.feedback.test(column));
    return {
      ...{
        name: row.id ?? `row ${at + 1}`,
        item: row.example_id ?? row.reference_example_id ?? `row ${at + 1}`,
        system: name,
      },
      ...{ question: texts(PARTS.input), target: texts(PARTS.reference), answer: texts(PARTS.output) },
      error: row.error ?? null,
      scores: Object.fromEntries(
        feedback.map((column) => [column.replace(PARTS.feedback, ""), { value: numberOf(row[column]) }]),
      ),
    };
  });
  return { name, tool: "LangSmith", version: null, expected: null, rows };
}

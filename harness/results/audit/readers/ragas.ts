import type { AuditedFile } from "../audited.ts";
import { type AuditReader, numberOf, plainText, type ResultsFile, recordsOf } from "../results-file.ts";

/** Columns of a sample; every other one is a metric. */
const SAMPLE =
  "user_input retrieved_contexts reference_contexts retrieved_context_ids reference_context_ids response multi_responses reference rubrics reference_tool_calls reference_topics persona_name query_style query_length synthesizer_name".split(
    " ",
  );

export const ragasReader: AuditReader = {
  tool: "Ragas",
  file: "`result.to_pandas()` as CSV, JSON records or JSON lines",
  versions: "the file states none; written as by 0.4",
  knows: (file) =>
    (file.table?.rows ?? recordsOf(file))?.every(
      (row) => "user_input" in row && ("response" in row || "retrieved_contexts" in row),
    ) ?? false,
  read: readRagas,
};

/** Samples with their metrics, of which a failed one is NaN. */
function readRagas(file: ResultsFile): AuditedFile {
  const records: readonly Readonly<Record<string, unknown>>[] = file.table?.rows ?? recordsOf(file) ?? [];
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const metrics = columns.filter((column) => !SAMPLE.includes(column));
  const rows = records.map((record, at) => ({
    ...{ name: `row ${at + 1}`, item: `row ${at + 1}`, system: file.name, error: null },
    ...{ question: plainText(record.user_input), target: plainText(record.reference) },
    answer: record.response == null ? null : plainText(record.response),
    scores: Object.fromEntries(metrics.map((metric) => [metric, { value: numberOf(record[metric]) }])),
  }));
  return { name: file.name, tool: "Ragas", version: null, expected: null, rows };
}

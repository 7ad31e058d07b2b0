import { UserError } from "../../../../base/user-error.ts";
import type { AuditedFile } from "../audited.ts";
import { type AuditReader, numberOf, type ResultsFile } from "../results-file.ts";

/** Columns that are no metric. */
const OWN = "item system repeat question target answer error reason cluster split".split(" ");

export const csvReader: AuditReader = {
  tool: "CSV",
  file: `a table of executions with a column \`item\`, any of \`${OWN.slice(1).join("`, `")}\`, and a column a metric`,
  versions: "the format has none",
  knows: ({ table }) => table?.header.includes("item") ?? false,
  read: readTable,
};

/** @throws UserError `input` for a metric with a value that is no number */
function readTable({ name, table }: ResultsFile): AuditedFile {
  const { header = [], rows = [], lines = [] } = table ?? {};
  const metrics = header.filter((column) => !OWN.includes(column));
  const wrong = rows.flatMap((row, at) =>
    metrics
      .filter((metric) => row[metric] != null && numberOf(row[metric]) === null)
      .map((metric) => `line ${lines[at]}: ${metric} is ${JSON.stringify(row[metric])}`),
  );
  if (wrong.length > 0)
    throw new UserError("input", `${name}: values of metrics that are no numbers`, {
      problems: wrong.slice(0, 20),
      hint: `columns that are no metric are called ${OWN.join(", ")}`,
    });
  return {
    ...{ name, tool: "CSV", version: null, expected: null },
    rows: rows.map((row, at) => {
      const item = row.item ?? `row ${at + 1}`;
      const { system, repeat, question, target, answer = null, error = null, cluster = null, split = null } = row;
      return {
        ...{ item, name: repeat == null ? item : `${item} repeat ${repeat}`, system: system ?? name },
        ...{ question: question ?? item, target: target ?? "", answer, error, cluster, split },
        scores: Object.fromEntries(
          metrics.map((metric) => [metric, { value: numberOf(row[metric]), reason: row.reason ?? null }]),
        ),
      };
    }),
  };
}

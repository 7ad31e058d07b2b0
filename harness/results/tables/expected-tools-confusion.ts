import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** What items expect against what was called first. Null where no item says what it expects. */
export const expectedToolsConfusionTable: TableOfResults = {
  behind: { "*": null },
  make: (input) => {
    const rows = input.results.expected_tools.filter(({ level }) => level === "all");
    if (rows.length === 0) return null;
    const firsts = [...new Set(rows.flatMap(({ confusion }) => confusion.map(({ first }) => first)))].sort();
    return {
      title: "Routing: expected tools against the tool called first",
      caption: makeCaption(
        input,
        "Executions; a row of each configuration is what was expected, a column what was called first.",
      ),
      columns: [
        ...CONFIGURATION_COLUMNS,
        { key: "expected", label: "Expected", format: "text" },
        ...columnsShown("count", Object.fromEntries(firsts.map((first) => [first, first]))),
      ],
      rows: rows.flatMap(({ model, workflow, knowledge, levels, confusion }) =>
        [...new Set(confusion.map(({ expected }) => expected))].map((expected) => ({
          ...{ model, workflow, knowledge, expected },
          ...(levels !== undefined && { levels }),
          ...Object.fromEntries(
            firsts.map((first) => [
              first,
              confusion.find((cell) => cell.expected === expected && cell.first === first)?.count ?? 0,
            ]),
          ),
        })),
      ),
    };
  },
};

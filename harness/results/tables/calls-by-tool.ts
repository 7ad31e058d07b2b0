import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Which tools are called, and how often in vain. */
export const callsByToolTable: TableOfResults = {
  behind: {
    calls: ({ tool }) => ({ tool: String(tool), of: "sum" }),
    errors: ({ tool }) => ({ tool: String(tool), of: "errors" }),
    success_share: ({ tool }) => ({ tool: String(tool), of: "success" }),
    executions: ({ tool }) => ({ tool: String(tool), of: "n" }),
  },
  make: (input) => {
    const traced = input.executions.flatMap(({ processCounts }) => (processCounts ? [processCounts] : []));
    const byTool = grouped(
      traced.flatMap(({ tools }) => tools),
      ({ tool }) => tool,
    );
    const rows = [...byTool].map(([tool, uses]) => {
      const calls = uses.reduce((sum, use) => sum + use.calls, 0);
      const errors = uses.reduce((sum, use) => sum + use.errors, 0);
      return { tool, calls, errors, success_share: (calls - errors) / calls, executions: uses.length };
    });
    return {
      title: "Calls by tool",
      caption: makeCaption(
        input,
        `All calls of ${countOf(traced.length, "execution")} with a trace, failed ones too. Executions: those that call the tool at least once.`,
      ),
      columns: [
        { key: "tool", label: "Tool", format: "text" },
        ...columnsShown("count", { calls: "Calls", errors: "Errors" }),
        { key: "success_share", label: "Success %", format: "percent" },
        { key: "executions", label: "Executions", format: "count" },
      ],
      rows: rows.sort((a, b) => b.calls - a.calls || compareText(a.tool, b.tool)),
    };
  },
};

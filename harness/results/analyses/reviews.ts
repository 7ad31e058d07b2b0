import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { median } from "../../../measure/statistics/basics/describe.ts";
import { SIMULATED } from "../../record/config/safe-mode-schema.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const share = z.number().min(0).max(1);
const reviewsSchema = z.strictObject({
  ...configurationFields,
  tool: z.string().nullable().describe("null: all of them together"),
  by: z.array(z.string()).describe("who decided: people, or `simulated reviewer`, which is a script"),
  executions: count.describe("with a call that was decided on"),
  decisions: count,
  approved: count,
  edited: count.describe("made with other arguments than the agent's"),
  rejected: count,
  rejected_share: share,
  repeated: count.describe("rejections after which the agent proposed the same call again: not taken up"),
  repeated_share: share.nullable().describe("of the rejections; null without any"),
  waited_ms_median: z.number().nullable().describe("until people decided; null where none did"),
});
type Row = z.infer<typeof reviewsSchema>;

/** What was decided on calls before they were made. */
export const reviews = defineAnalysis({
  name: "reviews",
  schema: z
    .array(reviewsSchema)
    .describe(
      "Safe Mode: which proposed calls were approved, changed or refused, by whom, and whether agents heeded refusals. [] where nobody was asked.",
    ),
  needs: [],
  compute: ({ configurations }) => configurations.flatMap(rowsOf),
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "Safe Mode: decisions on calls before they were made",
          caption: makeCaption(
            facts,
            "Repeated: of the rejections, those after which the agent proposed the same call again. Waited: median until a person decided.",
            "What rejections cost is seen against a run without them: `scopebench compare`.",
          ),
          columns: [
            ...CONFIGURATION_COLUMNS,
            ...columnsShown("text", { tool: "Tool", by: "By" }),
            ...columnsShown("count", {
              decisions: "Decisions",
              approved: "Approved",
              edited: "Edited",
              rejected: "Rejected",
            }),
            ...columnsShown("percent", { rejected_share: "Rejected %", repeated_share: "Repeated %" }),
            ...columnsShown("count", { waited_ms_median: "Waited ms", executions: "Executions" }),
          ],
          rows: rows.map(({ by, tool, ...row }) => ({ ...row, tool: tool ?? "all", by: by.join(", ") })),
        },
});

function rowsOf({ configuration, executions }: ScoredConfiguration): Row[] {
  const all = executions.flatMap(({ processCounts }, execution) =>
    (processCounts?.reviews ?? []).map((review) => ({ ...review, execution })),
  );
  if (all.length === 0) return [];
  const byTool = grouped(all, ({ tool }) => tool);
  const parts = [...byTool.keys()].sort().map((tool) => [tool, byTool.get(tool)!] as const);
  return [[null, all] as const, ...parts].map(([tool, decided]) => {
    const of = (decision: string) => decided.filter((one) => one.decision === decision).length;
    const repeated = decided.filter((one) => one.repeated).length;
    const rejected = of("reject");
    const waits = decided.filter(({ by }) => by !== SIMULATED).map(({ waited_ms }) => waited_ms);
    return {
      ...configuration,
      tool,
      by: [...new Set(decided.map(({ by }) => by))].sort(),
      executions: new Set(decided.map(({ execution }) => execution)).size,
      ...{ decisions: decided.length, approved: of("approve"), edited: of("edit"), rejected, repeated },
      rejected_share: rejected / decided.length,
      repeated_share: rejected === 0 ? null : repeated / rejected,
      waited_ms_median: median(waits),
    };
  });
}

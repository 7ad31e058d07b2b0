import { sha256 } from "../../../../base/hash.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import { defineTable } from "./table.ts";

/** Longer texts are cut in tables, which a browser holds in memory; the report's files and the run have all of it. */
const LONGEST = 20_000;

interface ToolResult {
  result: string;
  text: string;
}

/** Equal results are one row: configurations often make the same calls. */
export const resultsTable = defineTable<ToolResult>({
  name: "results",
  about: "a row a different result of a tool call",
  texts: true,
  columns: {
    result: ["VARCHAR", "its hash, as in calls", ({ result }) => result],
    length: ["INTEGER", "characters", ({ text }) => text.length],
    text: ["VARCHAR", `its first ${LONGEST} characters`, ({ text }) => text.slice(0, LONGEST)],
  },
  rows: () => {
    const seen = new Set<string>();
    return ({ parts }) =>
      (parts.extraction?.tool_calls ?? []).flatMap((call) => {
        const result = resultHash(call);
        if (seen.has(result)) return [];
        seen.add(result);
        return [{ result, text: textOf(call) }];
      });
  },
});

export function resultHash(call: Extraction["tool_calls"][number]): string {
  return sha256(textOf(call)).slice(0, 20);
}

function textOf({ result, preview }: Extraction["tool_calls"][number]): string {
  return result ?? preview;
}

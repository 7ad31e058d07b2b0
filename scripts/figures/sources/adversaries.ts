import { readFileSync } from "node:fs";
import { grouped } from "../../../base/grouped.ts";
import { printedTables, runScript } from "../printed.ts";
import { type FigureSource, type FigureTable, readFigures } from "../source.ts";

const SCRIPT = "scripts/adversaries.ts";

/** ADVERSARIES_BEFORE: what the script printed over the code of an earlier commit; without it, what is kept of that. */
export const adversaries: FigureSource = {
  name: "adversaries",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "Endpoints that cheat, fail or break the protocol through the whole chain, over the default run's 52 scenarios by keyword_rag and react: how their executions ended, what passes, and the headline metrics; `before`: over 7acb2fb9, when nothing was closed against them",
  measure: async () => {
    const given = process.env.ADVERSARIES_BEFORE;
    const before = given
      ? printedTables(readFileSync(given, "utf8"), ["before"]).before
      : readFigures().get("adversaries")?.tables.before;
    if (!before) throw new Error("expected ADVERSARIES_BEFORE, since no table of before is kept");
    const { endpoints } = printedTables(runScript(SCRIPT), ["endpoints"]);
    return { tables: { summary: summaryOf(before, endpoints!), endpoints: endpoints!, before }, values: {} };
  },
};

const SHOWN = ["ended", "NDCG@10", "id coverage", "abstention, balanced accuracy"];

/** An endpoint a row: by the workflow in which it passes most answerable scenarios. */
function summaryOf(before: FigureTable, now: FigureTable): FigureTable {
  const [first, last] = [before, now].map(worstOf);
  const rows = [...last!].map(([adversary, cells]) => [
    `\`${adversary}\``,
    passedOf(before, first!.get(adversary)),
    passedOf(now, cells),
    ...SHOWN.map((name) => cells[now.columns.indexOf(name)] ?? "-"),
  ]);
  return { columns: ["endpoint", "answerable passed, before", "answerable passed, now", ...SHOWN], rows };
}

function worstOf(table: FigureTable): Map<string, string[]> {
  const passed = (row: string[]) => Number.parseInt(passedOf(table, row), 10);
  const byAdversary = grouped(table.rows, ([adversary]) => adversary!);
  return new Map([...byAdversary].map(([name, rows]) => [name, [...rows].sort((a, b) => passed(b) - passed(a))[0]!]));
}

function passedOf({ columns }: FigureTable, row: readonly string[] | undefined): string {
  return row?.[columns.indexOf("passes, answerable")] ?? "-";
}

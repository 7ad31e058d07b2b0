import { isMissing } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceRow } from "./grid.ts";
import type { RoledTable } from "./records.ts";

/** Named one by one in a note; the others are counted. */
const MOST_NAMED = 10;

/** `one`, `many`: what is left out, and why. */
interface Left {
  one: string;
  many: string;
  row: number;
  text: string;
}

/** Cells and rows of which nothing was taken, though they were to name records or say more of one: each is told. */
export class LeftOut {
  readonly #left: Left[] = [];

  /** Adds a cell unless something of it was taken, or it only says that there is nothing: a dash, `n/a`. */
  cell(table: RoledTable, { row, column, taken }: { row: SourceRow; column: string; taken: number }): void {
    const text = table.cell(row, column);
    if (taken > 0 || isNothing(text)) return;
    const of = `${quote(column)} of ${table.table.name}`;
    this.#left.push({
      ...{ one: `cell of ${of} names no other record and is left out` },
      ...{ many: `cells of ${of} name no other record and are left out`, row: row.line, text },
    });
  }

  /** Adds a cell of a row that goes on with a record: of an attribute the record's first row counts. */
  value(table: RoledTable, row: SourceRow, column: string): void {
    const of = `${quote(column)} of ${table.table.name}`;
    this.#left.push({
      ...{ one: `value of ${of} is not the first of its record and is left out` },
      ...{ many: `values of ${of} are not the first of their record and are left out` },
      ...{ row: row.line, text: table.cell(row, column) },
    });
  }

  /** Adds a row unless something of it was taken. `whose`: what it names none of, such as `two records`. */
  row(table: RoledTable, { row, whose, taken }: { row: SourceRow; whose: string; taken: number }): void {
    const text = table.table.header.map((name) => table.cell(row, name)).filter((cell) => !isNothing(cell));
    if (taken > 0 || text.length === 0) return;
    const of = table.table.name;
    this.#left.push({
      ...{ one: `row of ${of} names no ${whose} and is left out` },
      ...{ many: `rows of ${of} name no ${whose} and are left out`, row: row.line, text: text.join(", ") },
    });
  }

  notes(): string[] {
    return [...grouped(this.#left, ({ many }) => many).values()].map((same) => {
      const named = same.slice(0, MOST_NAMED).map(({ row, text }) => `row ${row} (${quote(text)})`);
      const more = same.length > MOST_NAMED ? ` and ${same.length - MOST_NAMED} more` : "";
      return `${countOf(same.length, same[0]!.one, same[0]!.many)}: ${named.join(", ")}${more}`;
    });
  }
}

function isNothing(text: string): boolean {
  return isMissing(text) || !/[\p{L}\p{N}]/u.test(text);
}

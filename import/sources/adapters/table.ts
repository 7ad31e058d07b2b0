import { quote } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { guessColumns } from "../tables/column-roles.ts";
import { contentOfTables } from "../tables/content.ts";
import { dialectOf } from "../tables/dialects.ts";
import { isSpreadsheet } from "../tables/read-sheets.ts";
import { readTables } from "../tables/read-tables.ts";
import { headOf } from "../text/xml.ts";

export const tableAdapter: SourceAdapter = {
  name: "table",
  reads:
    "CSV, TSV, .xlsx and old .xls: exports of Xray, PractiTest, Qase, qTest, Zephyr Squad, HP ALM (through its importer), ZenTao, or any table with a header, columns mapped",
  keeps:
    "a record a row or a row and its steps: id, title, text, preconditions, steps with data and results, suite, outcome, time, requirements; every other column as an attribute",
  drops:
    "formulas, formatting, hidden state, comments and images of spreadsheets; columns of people (author, assignee); empty cells",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (!isTable(file)) return null;
  if (isSpreadsheet(file)) return { certainty: 0.5, why: `${file.name} is a spreadsheet` };
  const header = headerOf(file);
  const dialect = dialectOf(header);
  if (dialect) return { certainty: 0.9, why: `the columns are those of ${dialect.tool}` };
  const known = header.filter((name) => guessColumns([name]).get(name) !== "attribute");
  return known.length > 0
    ? { certainty: 0.5, why: `${file.name} is a table with the columns ${known.map(quote).join(", ")}` }
    : { certainty: 0.2, why: `${file.name} is a table` };
}

function isTable(file: SourceFile): boolean {
  return isSpreadsheet(file) || /\.(csv|tsv)$/i.test(file.name);
}

/** Cells of the first line, as far as they are needed for recognising. */
function headerOf(file: SourceFile): string[] {
  const first = headOf(file).split(/\r\n|\r|\n/)[0] as string;
  return first.split(/[,;\t]/).map((name) => name.replace(/^"|"$/g, "").trim());
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter(isTable);
  const tables = (await readEach(wanted, context, (file) => readTables(file, context))).flat();
  return contentOfTables(tables, context);
}

import { isBlank } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import { joinedFields } from "../joined-fields.ts";
import type { ReadContext } from "../source.ts";
import { readCsvGrid } from "../tables/read-csv.ts";
import { plainText } from "../text/markup.ts";
import type { WorkItem, WorkItems } from "./work-item.ts";

/** Rows of a query, flat or as a tree, or of a test suite. */
export async function readQuery(file: SourceFile, { problems }: ReadContext): Promise<WorkItems> {
  const { grid, note } = await readCsvGrid(file);
  const [head, ...rows] = grid.rows;
  const header = (head?.cells ?? []).map((name) => name.trim());
  const titles = header.flatMap((name, at) => (/^Title(?: \d+)?$/.test(name) ? [at] : []));
  const missing = ["ID", "Work Item Type"].filter((name) => !header.includes(name));
  for (const name of [...missing, ...(titles.length === 0 ? ["Title"] : [])])
    problems.add(
      `${file.name}:${head?.line ?? 1}: column ${quote(name)} is missing; found ${header.map(quote).join(", ")}`,
    );
  const reader = new QueryReader({ name: file.name, header, titles, problems });
  if (missing.length === 0 && titles.length > 0) for (const { line, cells } of rows) reader.take(cells, line);
  const empty = header.filter((name, at) => name !== "" && rows.every(({ cells }) => isBlank(cells[at] ?? "")));
  return {
    items: reader.items,
    records: rows.length,
    notes: [
      ...(note === null ? [] : [note]),
      ...(empty.length > 0 ? [`${file.name}: without a value in any row: ${empty.map(quote).join(", ")}`] : []),
    ],
  };
}

interface Query {
  name: string;
  header: readonly string[];
  titles: readonly number[];
  problems: ReadContext["problems"];
}

class QueryReader {
  readonly items: WorkItem[] = [];
  readonly #about: Query;
  /** In a tree of work items: the last one of each level. */
  readonly #above: string[] = [];

  constructor(about: Query) {
    this.#about = about;
  }

  /** A row without a number goes on with the steps of the test above it. */
  take(cells: readonly string[], line: number): void {
    const { name, header, titles, problems } = this.#about;
    const place = `${name}:${line}`;
    const fields = joinedFields(header.map((column, at) => [column, (cells[at] ?? "").trim()]));
    const step = [fields["Step Action"], fields["Step Expected"]]
      .filter((part) => part)
      .map((part) => plainText(part as string))
      .join("\nExpected: ");
    const number = fields.ID ?? "";
    if (cells.every(isBlank)) return;
    if (!cells.slice(header.length).every(isBlank))
      problems.add(`${place}: ${countOf(cells.length, "cell")}, the header has ${header.length}`);
    if (number === "") {
      if (this.items.length === 0 || step === "" || titles.some((at) => !isBlank(cells[at] ?? "")))
        problems.add(`${place}: the row has no ID; expected a number`);
      else this.items.at(-1)?.steps.push(step);
    } else if (!/^\d+$/.test(number)) problems.add(`${place}: ID is ${quote(number)}; expected a number`);
    else if (fields["Work Item Type"] === "")
      problems.add(`${place}: work item ${number}: Work Item Type is empty; expected such as User Story`);
    else {
      const level = titles.findIndex((at) => !isBlank(cells[at] ?? ""));
      if (level < 0) problems.add(`${place}: work item ${number}: every column for a title is empty`);
      else
        this.items.push({
          ...this.#placed(number, level),
          fields: this.#fieldsOf(fields, cells[titles[level] as number] ?? ""),
          steps: step === "" ? [] : [step],
          place,
        });
    }
  }

  #placed(number: string, level: number): Pick<WorkItem, "number" | "relations"> {
    this.#above.splice(level, Number.POSITIVE_INFINITY, number);
    const parent = this.#above[level - 1];
    return {
      number,
      relations: level > 0 && parent !== undefined ? [{ kind: "contains", number: parent, inverse: true }] : [],
    };
  }

  #fieldsOf(fields: Readonly<Record<string, string>>, title: string): Record<string, string> {
    const kept = Object.entries(fields).filter(
      ([name]) => !/^(Title \d+|Test Step|Step Action|Step Expected)$/.test(name),
    );
    return { ...Object.fromEntries(kept), Title: title.trim() };
  }
}

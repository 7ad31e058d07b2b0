import { parseDecimal } from "../../../base/blank.ts";
import { UserError } from "../../../base/user-error.ts";
import { absentColumns, type CsvTable, quoted, readCsv } from "../../print/tabular/read-csv.ts";
import { answersPath, assignmentPath, type StudyPlan, type UseOrder } from "./plan.ts";

/** Each scale has so many pairs of words, between which 1 to 7 is ticked; the better word stands at 7. */
const ITEMS = ["item_1", "item_2", "item_3", "item_4"] as const;
const [LOWEST, HIGHEST] = [1, 7];

export const ASSIGNMENT_COLUMNS = ["person", "order", "first", "second"] as const;
export const ANSWER_COLUMNS = ["person", "period", "scale", ...ITEMS, "importance"] as const;

/** What one person said of a scale after a period; null where it was left open. */
export interface StudyAnswer {
  person: string;
  period: 1 | 2;
  scale: string;
  items: readonly (number | null)[];
  importance: number | null;
}

/** A person says something once of a scale after a period. */
export function keyOf({ person, period, scale }: Pick<StudyAnswer, "person" | "period" | "scale">): string {
  return JSON.stringify([person, period, scale]);
}

export interface StudyData {
  orders: ReadonlyMap<string, UseOrder>;
  answers: readonly StudyAnswer[];
}

/** @throws UserError with every problem of both files at once */
export async function readStudy(folder: string, plan: StudyPlan): Promise<StudyData> {
  const [assigned, answered] = await Promise.all([readCsv(assignmentPath(folder)), readCsv(answersPath(folder))]);
  const columns = [...absentColumns(assigned, ["person", "order"]), ...absentColumns(answered, ANSWER_COLUMNS)];
  if (columns.length > 0) throw new UserError("input", "columns are missing", { problems: columns });
  const problems: string[] = [];
  const orders = readOrders(assigned, problems);
  const answers = readAnswers(answered, { orders, plan, problems });
  if (problems.length === 0) return { orders, answers };
  throw new UserError("input", "the answers cannot be read", {
    problems,
    hint: "mend the lines above; an answer that was not given stays empty",
  });
}

function readOrders({ path, rows, lines }: CsvTable, problems: string[]): Map<string, UseOrder> {
  const orders = new Map<string, UseOrder>();
  rows.forEach(({ person, order }, index) => {
    const place = `${path}:${lines[index]}`;
    if (!person) problems.push(`${place}: no person`);
    else if (orders.has(person)) problems.push(`${place}: ${quoted(person)} stands there twice`);
    else if (order === "AB" || order === "BA") orders.set(person, order);
    else problems.push(`${place}: order is ${quoted(order ?? "")}, expected AB or BA`);
  });
  return orders;
}

interface Known {
  orders: ReadonlyMap<string, UseOrder>;
  plan: StudyPlan;
  problems: string[];
}

function readAnswers({ path, rows, lines }: CsvTable, { orders, plan, problems }: Known): StudyAnswer[] {
  const seen = new Set<string>();
  return rows.map((row, index) => {
    const complain = (what: string) => problems.push(`${path}:${lines[index]}: ${what}`);
    const { person, period, scale } = row;
    const answer = {
      person: person ?? "",
      period: period === "2" ? (2 as const) : (1 as const),
      scale: scale ?? "",
      items: ITEMS.map((name) => rating(row[name] ?? null, name, complain)),
      importance: rating(row.importance ?? null, "importance", complain),
    };
    if (!orders.has(answer.person)) complain(`${quoted(answer.person)} is not in the assignment`);
    if (period !== "1" && period !== "2") complain(`period is ${quoted(period ?? "")}, expected 1 or 2`);
    if (!plan.scales.includes(answer.scale))
      complain(`${quoted(answer.scale)} is no scale of the plan (${plan.scales.join(", ")})`);
    const key = JSON.stringify([person, period, scale]); // As written: a wrong period is said for itself.
    if (seen.has(key)) complain("this person, period and scale stand there twice");
    seen.add(key);
    return answer;
  });
}

function rating(cell: string | null, name: string, complain: (what: string) => void): number | null {
  if (cell === null) return null;
  const value = parseDecimal(cell) ?? Number.NaN;
  if (Number.isInteger(value) && value >= LOWEST && value <= HIGHEST) return value;
  complain(`${name} is ${quoted(cell)}, expected ${LOWEST} to ${HIGHEST} or nothing`);
  return null;
}

import { Faults, scanFields } from "./scan.ts";

/** Query id -> document id -> grade, ids byte for byte as in the file (see `scanFields`). */
export type Qrels = Map<string, Map<string, number>>;

const GRADE = /^[+-]?\d{1,9}$/;

/**
 * Reads a qrels file: `query iteration document grade` per line, the second field ignored.
 * @throws UserError `input` with line numbers for malformed lines, grades that are no whole number, and documents that
 * are judged twice for a query.
 */
export async function readQrels(path: string): Promise<Qrels> {
  const faults = new Faults(path);
  const qrels: Qrels = new Map();
  let query = "";
  let grades = new Map<string, number>();
  await scanFields(path, { fields: 4, exact: true, faults }, (text, at, line) => {
    if (grades.size === 0 || at[1]! - at[0]! !== query.length || !text.startsWith(query, at[0])) {
      query = text.slice(at[0], at[1]);
      grades = qrels.get(query) ?? new Map<string, number>();
      qrels.set(query, grades);
    }
    const document = text.slice(at[4], at[5]);
    const grade = text.slice(at[6], at[7]);
    if (!GRADE.test(grade)) faults.add(line, `grade ${JSON.stringify(grade)} is not a whole number`);
    else if (grades.has(document)) faults.add(line, `document ${document} is judged twice for query ${query}`);
    else grades.set(document, Number(grade));
  });
  faults.throwIfAny("`query iteration document grade`, each document once per query");
  return qrels;
}

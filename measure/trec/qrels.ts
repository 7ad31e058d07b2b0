import { Faults, fieldIs, fieldOf, type ScanOptions, scanFields } from "./scan.ts";

/** Query id -> document id -> grade, ids byte for byte as in the file (see `scanFields`). */
export type Qrels = Map<string, Map<string, number>>;

/** Places of the fields. */
const [QUERY, DOCUMENT, GRADE] = [0, 2, 3];
const WHOLE = /^[+-]?\d{1,9}$/;

/**
 * Reads a qrels file: `query iteration document grade` per line, the second field ignored.
 * @throws UserError `input` with line numbers for malformed lines, grades that are no whole number, and documents that
 * are judged twice for a query.
 */
export async function readQrels(path: string, options: ScanOptions = {}): Promise<Qrels> {
  const faults = new Faults(path);
  const qrels: Qrels = new Map();
  let query = "";
  let grades = new Map<string, number>();
  await scanFields(path, { fields: 4, exact: true, faults, ...options }, (line) => {
    if (grades.size === 0 || !fieldIs(line, QUERY, query)) {
      query = fieldOf(line, QUERY);
      grades = qrels.get(query) ?? new Map<string, number>();
      qrels.set(query, grades);
    }
    const document = fieldOf(line, DOCUMENT);
    const grade = fieldOf(line, GRADE);
    if (!WHOLE.test(grade)) faults.add(line.number, `grade ${JSON.stringify(grade)} is not a whole number`);
    else if (grades.has(document)) faults.add(line.number, `document ${document} is judged twice for query ${query}`);
    else grades.set(document, Number(grade));
  });
  faults.throwIfAny("`query iteration document grade`, each document once per query");
  return qrels;
}

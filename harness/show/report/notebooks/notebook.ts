/** A cell of the page Query as it is written down: in an address, in a file, in an export. */
export interface NotebookCell {
  type: "sql" | "plot" | "text";
  text: string;
  title?: string;
  /** Of a cell of SQL: what cells below it call its result. */
  name?: string;
}

/** Cells in their order, and the run that they were written over. */
export interface Notebook {
  /** Empty where it is not known. */
  run: string;
  title: string;
  cells: NotebookCell[];
}

/** A notebook that was saved under a name. */
export interface SavedNotebook extends Notebook {
  name: string;
}

/** data/notebooks.json: as it was built, or as `report serve` answers for it. */
export interface NotebooksData {
  /** True where what asks can save into the run. */
  writable: boolean;
  notebooks: SavedNotebook[];
}

/** Characters of all texts of a notebook. */
export const LONGEST_NOTEBOOK = 200_000;
const LONGEST_TITLE = 200;

/** What a result may be called in SQL and in Python: a lower-case word that is a keyword of neither. */
export const CELL_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** What a file of a notebook may be called, without its ending. */
export const NOTEBOOK_NAME = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;

/** The name under which a notebook of this title is saved; of letters that no name of a file has, their numbers. */
export function notebookName(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const numbers = () => [...plain.matchAll(/\p{L}/gu)].map(([letter]) => letter.codePointAt(0)!.toString(16));
  const words = plain.match(/[a-z0-9]+/g) ?? numbers();
  return words.join("-").slice(0, 60).replace(/-$/, "") || "untitled";
}

/**
 * Reads what came from elsewhere.
 * @throws Error for anything but a notebook
 */
export function parseNotebook(value: unknown): Notebook {
  const { run, title, cells } = asObject(value);
  if (!Array.isArray(cells)) throw new Error("no list of cells");
  const notebook = {
    run: asText(run, LONGEST_TITLE),
    title: asText(title, LONGEST_TITLE),
    cells: cells.map(parseCell),
  };
  const length = notebook.cells.reduce((sum, { text }) => sum + text.length, 0);
  if (length > LONGEST_NOTEBOOK) throw new Error("too long");
  return notebook;
}

function parseCell(value: unknown): NotebookCell {
  const { type, text, title, name } = asObject(value);
  if (type !== "sql" && type !== "plot" && type !== "text") throw new Error("a cell of an unknown kind");
  if (name !== undefined && !CELL_NAME.test(asText(name, LONGEST_TITLE))) throw new Error("no name of a cell");
  return {
    type,
    text: asText(text, LONGEST_NOTEBOOK),
    ...(title === undefined ? {} : { title: asText(title, LONGEST_TITLE) }),
    ...(name === undefined ? {} : { name: name as string }),
  };
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("no object");
  return value as Record<string, unknown>;
}

function asText(value: unknown, longest: number): string {
  if (typeof value !== "string" || value.length > longest) throw new Error("no text, or too long");
  return value;
}

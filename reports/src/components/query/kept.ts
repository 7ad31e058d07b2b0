import {
  type Notebook,
  parseNotebook,
  type SavedNotebook,
} from "../../../../harness/show/report/notebooks/notebook.ts";

/** Statements that are remembered. */
const MOST_ASKED = 50;

/** A statement that was run in this browser. */
export interface AskedStatement {
  at: string;
  sql: string;
  /** Rows of its answer; null where it failed. */
  rows: number | null;
}

/** What this browser keeps of a run: statements that were run, and notebooks of reports that no server of ours serves. */
export class Kept {
  readonly #run: string;

  constructor(run: string) {
    this.#run = run;
  }

  get asked(): AskedStatement[] {
    return this.#read("asked").filter(
      (one): one is AskedStatement =>
        typeof (one as AskedStatement | null)?.sql === "string" && typeof (one as AskedStatement).at === "string",
    );
  }

  ask(asked: AskedStatement): void {
    const others = this.asked.filter(({ sql }) => sql !== asked.sql);
    this.#write("asked", [asked, ...others].slice(0, MOST_ASKED));
  }

  get notebooks(): SavedNotebook[] {
    return this.#read("notebooks").flatMap((value) => {
      try {
        return [{ ...parseNotebook(value), name: String((value as SavedNotebook).name) }];
      } catch {
        return []; // Of another version.
      }
    });
  }

  /** @throws Error for the reader where the browser keeps nothing */
  save(name: string, notebook: Notebook): void {
    const others = this.notebooks.filter((one) => one.name !== name);
    if (!this.#write("notebooks", [...others, { ...notebook, name }]))
      throw new Error("this browser keeps nothing for this page: download the notebook instead");
  }

  remove(name: string): void {
    this.#write(
      "notebooks",
      this.notebooks.filter((one) => one.name !== name),
    );
  }

  #read(what: string): unknown[] {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(this.#key(what)) ?? "[]");
      return Array.isArray(value) ? value : [];
    } catch {
      return []; // Not allowed here, or written by something else.
    }
  }

  #write(what: string, values: readonly unknown[]): boolean {
    try {
      localStorage.setItem(this.#key(what), JSON.stringify(values));
      return true;
    } catch {
      return false; // Not allowed here, or full.
    }
  }

  #key(what: string): string {
    return `scopebench ${what} of ${this.#run}`;
  }
}

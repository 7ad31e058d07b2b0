import type pg from "pg";
import type { FileTable, WrittenFile } from "./file-table.ts";
import { type FileScope, queryInScope } from "./in-scope.ts";
import {
  type EntryRow,
  type FileColumns,
  type FileEntry,
  type FileRow,
  GREP,
  LIST,
  READ_FOLDER,
  SELECT_FILE,
  SELECT_REVISIONS,
  type StoredFile,
  toEntry,
  toParameters,
  toStoredFile,
  WRITE,
} from "./rows.ts";

const OF_PATH = "WHERE f.assistant_id = $1 AND f.thread_id = $2 AND f.path = $3";

/** Files in PostgreSQL, each statement as a role that sees its scope alone. */
export class SqlFiles implements FileTable {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async write(scope: FileScope, files: readonly FileColumns[]): Promise<WrittenFile[]> {
    const written = await this.#query<{ path: string; number: number }>(scope, {
      name: "agentfs-write",
      text: WRITE,
      values: toParameters(files),
    });
    const numbers = new Map(written.map((row) => [row.path, row.number]));
    return files.map(({ path }) => ({ path, revision: numbers.get(path)! }));
  }

  async read(scope: FileScope, path: string): Promise<StoredFile | null> {
    const text = `${SELECT_FILE} ${OF_PATH}`;
    const [row] = await this.#query<FileRow>(scope, { name: "agentfs-read", text, values: [path] });
    return row ? toStoredFile(row) : null;
  }

  async readAll(scope: FileScope, prefix: string): Promise<StoredFile[]> {
    const query = { name: "agentfs-read-folder", text: READ_FOLDER, values: [prefix] };
    return (await this.#query<FileRow>(scope, query)).map(toStoredFile);
  }

  async revisions(scope: FileScope, path: string): Promise<StoredFile[]> {
    const text = `${SELECT_REVISIONS} ${OF_PATH} ORDER BY r.number`;
    return (await this.#query<FileRow>(scope, { text, values: [path] })).map(toStoredFile);
  }

  async list(scope: FileScope): Promise<FileEntry[]> {
    return (await this.#query<EntryRow>(scope, { name: "agentfs-list", text: LIST, values: [] })).map(toEntry);
  }

  texts(scope: FileScope, holding: string, ignoreCase: boolean): Promise<{ path: string; content: string }[]> {
    return this.#query(scope, { name: "agentfs-grep", text: GREP, values: [holding, ignoreCase] });
  }

  #query<Row extends pg.QueryResultRow>(
    scope: FileScope,
    { values, ...query }: pg.QueryConfig & { values: unknown[] },
  ): Promise<Row[]> {
    return queryInScope<Row>(this.#pool, scope, { ...query, values: [scope.assistantId, scope.threadId, ...values] });
  }
}

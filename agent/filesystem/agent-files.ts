import type pg from "pg";
import { type FileScope, queryInScope } from "./in-scope.ts";
import { canonicalPath, isWithin, matchesGlob } from "./paths.ts";
import type { FileEntry, GrepHit, NewFile, StoredFile } from "./rows.ts";
import {
  type EntryRow,
  type FileRow,
  GREP,
  LIST,
  READ_FOLDER,
  SELECT_FILE,
  SELECT_REVISIONS,
  toColumns,
  toEntry,
  toParameters,
  toStoredFile,
  WRITE,
} from "./rows.ts";
import { WriteBuffer } from "./write-buffer.ts";

/**
 * The files of one scope, in Postgres. Every write adds a revision; none is overwritten. Paths are canonicalised, and
 * `InvalidPath` is thrown for those that cannot be.
 */
export class AgentFiles {
  readonly scope: FileScope;
  readonly #pool: pg.Pool;
  /** Null = nothing waits. */
  readonly #later: WriteBuffer | null;

  /** @param options `buffered`: `writeLater` collects, for a turn that ends with `flush` */
  constructor(pool: pg.Pool, scope: FileScope, options: { buffered: boolean } = { buffered: false }) {
    this.#pool = pool;
    this.scope = scope;
    this.#later = options.buffered ? new WriteBuffer((files) => this.#write(files)) : null;
  }

  /** Creates a file or adds a revision to it. Returns the revision's number. */
  async write(
    path: string,
    content: string | Uint8Array,
    mimeType?: string,
  ): Promise<{ path: string; revision: number }> {
    const [written] = await this.writeAll([{ path, content, mimeType }]);
    return written!;
  }

  /** Several files in one statement: all are written or none. A path may occur once only. */
  async writeAll(files: readonly NewFile[]): Promise<{ path: string; revision: number }[]> {
    await this.flush();
    return this.#write(files);
  }

  /** New files that need not be in the database before the turn is over. Whoever reads this scope's files sees them. */
  async writeLater(files: readonly NewFile[]): Promise<void> {
    await (this.#later ? this.#later.add(files) : this.#write(files));
  }

  /** All that was written is in the database when this resolves. */
  async flush(): Promise<void> {
    await this.#later?.flush();
  }

  /** The current revision, or null when there is no such file. */
  async read(path: string): Promise<StoredFile | null> {
    const rows = await this.#query<FileRow>({
      name: "agentfs-read",
      text: `${SELECT_FILE} WHERE f.assistant_id = $1 AND f.thread_id = $2 AND f.path = $3`,
      values: [...this.#key(), canonicalPath(path)],
    });
    return rows[0] ? toStoredFile(rows[0]) : null;
  }

  /** Every file under a folder with its content, by path. */
  async readFolder(folder: string): Promise<StoredFile[]> {
    const base = canonicalPath(folder);
    const rows = await this.#query<FileRow>({
      name: "agentfs-read-folder",
      text: READ_FOLDER,
      values: [...this.#key(), base === "/" ? base : `${base}/`],
    });
    return rows.map(toStoredFile);
  }

  /** The current text, or null when there is no such file or it is not text. */
  async readText(path: string): Promise<string | null> {
    const file = await this.read(path);
    return typeof file?.content === "string" ? file.content : null;
  }

  /** All revisions of a file, oldest first; [] when there is no such file. */
  async revisions(path: string): Promise<StoredFile[]> {
    const rows = await this.#query<FileRow>({
      text: `${SELECT_REVISIONS} WHERE f.assistant_id = $1 AND f.thread_id = $2 AND f.path = $3 ORDER BY r.number`,
      values: [...this.#key(), canonicalPath(path)],
    });
    return rows.map(toStoredFile);
  }

  /** Every file under a folder, at any depth, by path. */
  async list(folder = "/"): Promise<FileEntry[]> {
    const base = canonicalPath(folder);
    const rows = await this.#query<EntryRow>({ name: "agentfs-list", text: LIST, values: this.#key() });
    return rows.map(toEntry).filter((entry) => isWithin(entry.path, base));
  }

  /** Files whose path matches a glob: relative to `folder`, or absolute when it starts with a slash. */
  async glob(pattern: string, folder = "/"): Promise<FileEntry[]> {
    const base = canonicalPath(folder);
    return (await this.list(base)).filter((entry) => matchesGlob(entry.path, pattern, base));
  }

  /** Lines that hold a literal text, by path and line, at most `limit`. Binary files are skipped. */
  async grep(
    text: string,
    options: { folder?: string; glob?: string; ignoreCase?: boolean; limit?: number; exclude?: readonly string[] } = {},
  ): Promise<{ hits: GrepHit[]; truncated: boolean }> {
    const base = canonicalPath(options.folder ?? "/");
    // No text in Postgres holds a NUL character, and no query may.
    if (text.includes("\0")) return { hits: [], truncated: false };
    const rows = await this.#query<{ path: string; content: string }>({
      name: "agentfs-grep",
      text: GREP,
      values: [...this.#key(), text, options.ignoreCase ?? false],
    });
    const excluded = (path: string): boolean => (options.exclude ?? []).some((folder) => isWithin(path, folder));
    const wanted = (path: string): boolean => options.glob === undefined || globHits(path, options.glob, base);
    const files = rows.filter(({ path }) => isWithin(path, base) && !excluded(path) && wanted(path));
    return collectLines(files, {
      text,
      ignoreCase: options.ignoreCase ?? false,
      limit: options.limit ?? Number.POSITIVE_INFINITY,
    });
  }

  async #write(files: readonly NewFile[]): Promise<{ path: string; revision: number }[]> {
    const rows = files.map(toColumns);
    const query = { name: "agentfs-write", text: WRITE, values: [...this.#key(), ...toParameters(rows)] };
    const written = await queryInScope<{ path: string; number: number }>(this.#pool, this.scope, query);
    const numbers = new Map(written.map((row) => [row.path, row.number]));
    return rows.map((row) => ({ path: row.path, revision: numbers.get(row.path)! }));
  }

  /** What was written before is read. */
  async #query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    await this.flush();
    return queryInScope<Row>(this.#pool, this.scope, query);
  }

  #key(): [string, string] {
    return [this.scope.assistantId, this.scope.threadId];
  }
}

/** A glob without a slash is about the file's name, as in `grep --include`. */
function globHits(path: string, glob: string, base: string): boolean {
  return matchesGlob(path, glob, base) || (!glob.includes("/") && matchesGlob(path.slice(path.lastIndexOf("/")), glob));
}

function collectLines(
  files: readonly { path: string; content: string }[],
  options: { text: string; ignoreCase: boolean; limit: number },
): { hits: GrepHit[]; truncated: boolean } {
  const needle = options.ignoreCase ? options.text.toLowerCase() : options.text;
  const hits: GrepHit[] = [];
  for (const file of files) {
    for (const [index, line] of file.content.split("\n").entries()) {
      if (!(options.ignoreCase ? line.toLowerCase() : line).includes(needle)) continue;
      if (hits.length >= options.limit) return { hits, truncated: true };
      hits.push({ path: file.path, line: index + 1, text: line });
    }
  }
  return { hits, truncated: false };
}

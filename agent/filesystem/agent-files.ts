import type { FileTable, WrittenFile } from "./file-table.ts";
import type { FileScope } from "./in-scope.ts";
import { canonicalPath, isWithin, matchesGlob } from "./paths.ts";
import {
  type FileColumns,
  type FileEntry,
  type GrepHit,
  type NewFile,
  type StoredFile,
  toColumns,
  toNewFile,
} from "./rows.ts";
import { WriteBuffer } from "./write-buffer.ts";

/**
 * The files of one scope. Every write adds a revision; none is overwritten. Paths are canonicalised, and
 * `InvalidPath` is thrown for those that cannot be.
 */
export class AgentFiles {
  readonly scope: FileScope;
  readonly #table: FileTable;
  /** Null = nothing waits. */
  readonly #later: WriteBuffer | null;

  /** @param options `delayMs`: so long `writeLater` collects at most, for a turn that ends with `flush` */
  constructor(table: FileTable, scope: FileScope, { delayMs }: { delayMs?: number } = {}) {
    this.#table = table;
    this.scope = scope;
    this.#later = delayMs === undefined ? null : new WriteBuffer((files) => table.write(scope, files), delayMs);
  }

  /** Creates a file or adds a revision to it. */
  async write(path: string, content: string | Uint8Array, mimeType?: string): Promise<WrittenFile> {
    const [written] = await this.writeAll([{ path, content, mimeType }]);
    return written!;
  }

  /** Several files at once: all are written or none. A path may occur once only. */
  async writeAll(files: readonly NewFile[]): Promise<WrittenFile[]> {
    await this.flush();
    return this.#write(files.map(toColumns));
  }

  /** New files that need not be in the database before the turn is over. Whoever reads this scope's files sees them. */
  async writeLater(files: readonly NewFile[]): Promise<void> {
    const columns = files.map(toColumns);
    await (this.#later ? this.#later.add(columns) : this.#write(columns));
  }

  /** All that was written is in the database when this resolves. */
  async flush(): Promise<void> {
    await this.#later?.flush();
  }

  /** The current revision, or null when there is no such file. */
  async read(path: string): Promise<StoredFile | null> {
    const canonical = canonicalPath(path);
    const waiting = this.#later?.find(canonical);
    return waiting ? toNewFile(waiting) : (await this.#flushed()).read(this.scope, canonical);
  }

  /** Every file under a folder with its content, by path. */
  async readFolder(folder: string): Promise<StoredFile[]> {
    const base = canonicalPath(folder);
    return (await this.#flushed()).readAll(this.scope, base === "/" ? base : `${base}/`);
  }

  /** The current text, or null when there is no such file or it is not text. */
  async readText(path: string): Promise<string | null> {
    const file = await this.read(path);
    return typeof file?.content === "string" ? file.content : null;
  }

  /** All revisions of a file, oldest first; [] when there is no such file. */
  async revisions(path: string): Promise<StoredFile[]> {
    const canonical = canonicalPath(path);
    return (await this.#flushed()).revisions(this.scope, canonical);
  }

  /** Every file under a folder, at any depth, by path. */
  async list(folder = "/"): Promise<FileEntry[]> {
    const base = canonicalPath(folder);
    const entries = await (await this.#flushed()).list(this.scope);
    return entries.filter((entry) => isWithin(entry.path, base));
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
    const rows = await (await this.#flushed()).texts(this.scope, text, options.ignoreCase ?? false);
    const excluded = (path: string): boolean => (options.exclude ?? []).some((folder) => isWithin(path, folder));
    const wanted = (path: string): boolean => options.glob === undefined || globHits(path, options.glob, base);
    const files = rows.filter(({ path }) => isWithin(path, base) && !excluded(path) && wanted(path));
    return collectLines(files, {
      text,
      ignoreCase: options.ignoreCase ?? false,
      limit: options.limit ?? Number.POSITIVE_INFINITY,
    });
  }

  #write(files: readonly FileColumns[]): Promise<WrittenFile[]> {
    return this.#table.write(this.scope, files);
  }

  /** What was written before is read. */
  async #flushed(): Promise<FileTable> {
    await this.flush();
    return this.#table;
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

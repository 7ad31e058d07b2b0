import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { compareText } from "../../base/text-order.ts";
import type { FileTable, WrittenFile } from "./file-table.ts";
import type { FileScope } from "./in-scope.ts";
import { type FileColumns, type FileEntry, type FileRow, type StoredFile, toEntry, toStoredFile } from "./rows.ts";

/** One revision as a line of the journal. */
interface JournalLine extends Omit<FileColumns, "bytes"> {
  assistantId: string;
  threadId: string;
  /** Text as it is, bytes in base64. */
  content: string;
  /** ISO 8601. */
  at: string;
}

/**
 * Files in this process' memory, for what nobody goes on from; where a journal is given, each write is a line of it, so that they can be read
 * later. A database that starts for one question takes longer than the question.
 */
export class JournalFiles implements FileTable {
  readonly #journal: string | null;
  /** Revisions, oldest first, by path, by scope. */
  readonly #scopes = new Map<string, Map<string, FileRow[]>>();

  /** @param journal a file: what stands there is read; null: nothing is kept */
  constructor(journal: string | null) {
    this.#journal = journal;
    if (journal === null || !existsSync(journal)) return;
    // A killed process may have left half a line.
    for (const line of readFileSync(journal, "utf8").split("\n").slice(0, -1))
      this.#add(JSON.parse(line) as JournalLine);
  }

  async write(scope: FileScope, files: readonly FileColumns[]): Promise<WrittenFile[]> {
    if (new Set(files.map(({ path }) => path)).size < files.length) throw new Error("a path is written twice at once");
    const at = new Date().toISOString();
    const { assistantId, threadId } = scope;
    const lines = files.map(({ bytes, ...file }): JournalLine => {
      const content = bytes.toString(file.isText ? "utf8" : "base64");
      return { assistantId, threadId, ...file, content, at };
    });
    if (this.#journal !== null)
      appendFileSync(this.#journal, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return lines.map((line) => ({ path: line.path, revision: this.#add(line) }));
  }

  async read(scope: FileScope, path: string): Promise<StoredFile | null> {
    const row = this.#of(scope).get(path)?.at(-1);
    return row ? toStoredFile(row) : null;
  }

  async readAll(scope: FileScope, prefix: string): Promise<StoredFile[]> {
    return this.#newest(scope)
      .filter(({ path }) => path.startsWith(prefix))
      .map(toStoredFile);
  }

  async revisions(scope: FileScope, path: string): Promise<StoredFile[]> {
    return (this.#of(scope).get(path) ?? []).map(toStoredFile);
  }

  async list(scope: FileScope): Promise<FileEntry[]> {
    return this.#newest(scope).map(toEntry);
  }

  async texts(scope: FileScope, holding: string, ignoreCase: boolean): Promise<{ path: string; content: string }[]> {
    return this.#newest(scope).flatMap(({ path, content }) =>
      content !== null && (ignoreCase || content.includes(holding)) ? { path, content } : [],
    );
  }

  forget({ assistantId, threadId }: FileScope): void {
    this.#scopes.delete(keyOf(assistantId, threadId));
  }

  #of({ assistantId, threadId }: FileScope): ReadonlyMap<string, FileRow[]> {
    return this.#scopes.get(keyOf(assistantId, threadId)) ?? new Map();
  }

  #newest(scope: FileScope): FileRow[] {
    return [...this.#of(scope).values()].map((rows) => rows.at(-1)!).sort((a, b) => compareText(a.path, b.path));
  }

  #add({ assistantId, threadId, path, mimeType, isText, hash, content, at }: JournalLine): number {
    const key = keyOf(assistantId, threadId);
    const files = this.#scopes.get(key) ?? new Map<string, FileRow[]>();
    this.#scopes.set(key, files);
    const rows = files.get(path) ?? [];
    files.set(path, rows);
    const data = isText ? null : Buffer.from(content, "base64");
    return rows.push({
      ...{ path, mime_type: mimeType, number: rows.length + 1, content_sha256: hash },
      ...{ content: isText ? content : null, data, size_bytes: data ? data.length : Buffer.byteLength(content) },
      ...{ created_at: rows[0]?.created_at ?? new Date(at), modified_at: new Date(at) },
    });
  }
}

function keyOf(assistantId: string, threadId: string): string {
  return JSON.stringify([assistantId, threadId]);
}

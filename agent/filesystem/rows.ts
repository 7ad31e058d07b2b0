import { isUtf8 } from "node:buffer";
import { sha256 } from "../../base/hash.ts";
import { toOneRun } from "./one-run.ts";
import { canonicalPath, InvalidPath, isTextMimeType, mimeTypeOf } from "./paths.ts";

export interface FileEntry {
  path: string;
  mimeType: string;
  sizeBytes: number;
  /** Number of the current revision, from 1. */
  revision: number;
  createdAt: Date;
  modifiedAt: Date;
}

export interface StoredFile extends FileEntry {
  /** Text, or bytes when the content is not text. */
  content: string | Uint8Array;
  sha256: string;
}

export interface NewFile {
  path: string;
  content: string | Uint8Array;
  /** Default: by extension. */
  mimeType?: string;
}

export interface GrepHit {
  path: string;
  /** From 1. */
  line: number;
  text: string;
}

/** One new revision as parameters of `WRITE`. */
export interface FileColumns {
  path: string;
  mimeType: string;
  isText: boolean;
  bytes: Buffer;
  hash: string;
}

export function toColumns(file: NewFile): FileColumns {
  const path = canonicalPath(file.path);
  if (path === "/") throw new InvalidPath("a folder is no file");
  const mimeType = file.mimeType ?? mimeTypeOf(path);
  const text = textOf(file.content, mimeType);
  const bytes = text === null ? toBytes(file.content) : Buffer.from(text, "utf8");
  return { path, mimeType, isText: text !== null, bytes, hash: sha256(bytes) };
}

function toBytes(content: string | Uint8Array): Buffer {
  return typeof content === "string" ? Buffer.from(content, "utf8") : Buffer.from(content);
}

/** The parameters of `WRITE` after the scope. */
export function toParameters(files: readonly FileColumns[]): unknown[] {
  const { starts, sizes, bytes } = toOneRun(files.map((file) => file.bytes));
  const column = <K extends keyof FileColumns>(key: K): FileColumns[K][] => files.map((file) => file[key]);
  return [column("path"), column("mimeType"), column("isText"), column("hash"), starts, sizes, bytes];
}

/**
 * The content as a text that can be searched; null when it is kept as bytes. A Postgres text holds no NUL, and no half
 * surrogate pair (it becomes U+FFFD). deepagents uploads the texts of conversations as bytes.
 */
function textOf(content: string | Uint8Array, mimeType: string): string | null {
  if (typeof content !== "string") {
    const isText = SEARCHED_TYPES.has(mimeType) && isUtf8(content) && !content.includes(0);
    return isText ? Buffer.from(content).toString("utf8") : null;
  }
  return content.includes("\0") ? null : content.toWellFormed();
}

/** Of bytes, those that say so are text; `text/plain` is also what an unknown extension gets. */
const SEARCHED_TYPES = new Set(["text/markdown", "text/csv", "application/json"]);

export interface EntryRow {
  path: string;
  mime_type: string;
  size_bytes: number;
  number: number;
  created_at: Date;
  modified_at: Date;
}

export interface FileRow extends EntryRow {
  content: string | null;
  data: Buffer | null;
  content_sha256: string;
}

export function toEntry(row: EntryRow): FileEntry {
  return {
    path: row.path,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    revision: row.number,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

export function toStoredFile(row: FileRow): StoredFile {
  const bytes = row.data ?? Buffer.alloc(0);
  const content = row.content ?? (isTextMimeType(row.mime_type) ? bytes.toString("utf8") : new Uint8Array(bytes));
  return { ...toEntry(row), content, sha256: row.content_sha256 };
}

/** A new file that is not stored yet, as it will be read. */
export function toNewFile({ path, mimeType, isText, bytes, hash }: FileColumns): StoredFile {
  const now = new Date();
  return toStoredFile({
    ...{ path, mime_type: mimeType, size_bytes: bytes.length, number: 1, content_sha256: hash },
    ...{ content: isText ? bytes.toString("utf8") : null, data: isText ? null : bytes },
    ...{ created_at: now, modified_at: now },
  });
}

/**
 * Metadata, revision and blob in one statement and so in one transaction. The row lock that ON CONFLICT takes makes
 * concurrent writers of one path count up one after the other; the foreign keys are checked when the statement ends.
 * The contents come as one run of bytes ($9), and are cut here.
 */
export const WRITE = `
WITH input AS MATERIALIZED (
  SELECT path, mime_type, hash, size, nextval('agentfs.revision_revision_id_seq') AS revision_id,
    CASE WHEN is_text THEN convert_from(substring($9::bytea FROM start FOR size), 'UTF8') END AS content,
    CASE WHEN NOT is_text THEN substring($9::bytea FROM start FOR size) END AS data
  FROM unnest($3::text[], $4::text[], $5::boolean[], $6::text[], $7::int[], $8::int[])
    AS i(path, mime_type, is_text, hash, start, size)
), file AS (
  INSERT INTO agentfs.file AS f (assistant_id, thread_id, path, mime_type, current_revision_id)
  SELECT $1, $2, path, mime_type, revision_id FROM input ORDER BY path
  ON CONFLICT (assistant_id, thread_id, path) DO UPDATE
    SET current_revision_id = EXCLUDED.current_revision_id, mime_type = EXCLUDED.mime_type,
        revision_count = f.revision_count + 1, modified_at = now()
  RETURNING f.file_id, f.path, f.current_revision_id, f.revision_count
), revision AS (
  INSERT INTO agentfs.revision (revision_id, file_id, number, content, content_sha256, size_bytes)
  SELECT i.revision_id, f.file_id, f.revision_count, i.content, i.hash, i.size
  FROM file f JOIN input i ON i.revision_id = f.current_revision_id
), blob AS (
  INSERT INTO agentfs.blob (revision_id, mime_type, data) SELECT revision_id, mime_type, data FROM input WHERE data IS NOT NULL
)
SELECT path, revision_count AS number FROM file`;

const COLUMNS = "f.path, f.mime_type, r.size_bytes, r.number, f.created_at, f.modified_at";
const CURRENT = "agentfs.file f JOIN agentfs.revision r ON r.revision_id = f.current_revision_id";
export const SELECT_FILE = `SELECT ${COLUMNS}, r.content, r.content_sha256, b.data FROM ${CURRENT} LEFT JOIN agentfs.blob b USING (revision_id)`;
export const SELECT_REVISIONS = `SELECT ${COLUMNS}, r.content, r.content_sha256, b.data
  FROM agentfs.file f JOIN agentfs.revision r USING (file_id) LEFT JOIN agentfs.blob b USING (revision_id)`;
export const LIST = `SELECT ${COLUMNS} FROM ${CURRENT} WHERE f.assistant_id = $1 AND f.thread_id = $2 ORDER BY f.path COLLATE "C"`;
export const READ_FOLDER = `${SELECT_FILE} WHERE f.assistant_id = $1 AND f.thread_id = $2 AND starts_with(f.path, $3) ORDER BY f.path COLLATE "C"`;
export const GREP = `SELECT f.path, r.content FROM ${CURRENT}
  WHERE f.assistant_id = $1 AND f.thread_id = $2 AND r.content IS NOT NULL
    AND ($4::boolean OR strpos(r.content, $3) > 0)
  ORDER BY f.path COLLATE "C"`;

import type { FileScope } from "./in-scope.ts";
import type { FileColumns, FileEntry, StoredFile } from "./rows.ts";

/** A file's newest revision, or the number of it. */
export interface WrittenFile {
  path: string;
  revision: number;
}

/** Where the files of all scopes lie, whatever keeps them. Paths are canonical, lists are by path. */
export interface FileTable {
  /** Adds a revision to each: all are written or none. A path may occur once only. */
  write(scope: FileScope, files: readonly FileColumns[]): Promise<WrittenFile[]>;
  /** The current revision; null when there is no such file. */
  read(scope: FileScope, path: string): Promise<StoredFile | null>;
  /** Current revisions of what begins so. */
  readAll(scope: FileScope, prefix: string): Promise<StoredFile[]>;
  /** Oldest first. */
  revisions(scope: FileScope, path: string): Promise<StoredFile[]>;
  list(scope: FileScope): Promise<FileEntry[]>;
  /** Texts that hold another; all of them where letter case does not count, since that is the caller's to know. */
  texts(scope: FileScope, holding: string, ignoreCase: boolean): Promise<{ path: string; content: string }[]>;
}

import type {
  BackendProtocolV2,
  EditResult,
  FileDownloadResponse,
  FileInfo,
  GlobResult,
  GrepResult,
  LsResult,
  ReadRawResult,
  ReadResult,
  WriteResult,
} from "deepagents";
import { directChildren, matchLines, readWindow } from "./backend-results.ts";
import { canonicalPath, isWithin, matchesGlob, mimeTypeOf } from "./paths.ts";

/** Skill files by path below the skills folder, such as `/tool-routing/SKILL.md`. */
export type SkillFiles = ReadonlyMap<string, string>;

const READ_ONLY = { error: "Error: skills are read-only" };
/** Skills do not change during a run. */
const NO_TIME = "1970-01-01T00:00:00.000Z";

/** Skills for deepagents, from memory, read-only. Paths are relative to where the backend is mounted. */
export class SkillsBackend implements BackendProtocolV2 {
  readonly #files: SkillFiles;

  constructor(files: SkillFiles) {
    this.#files = files;
  }

  ls(path: string): LsResult {
    return { files: directChildren(canonicalPath(path), this.#infos()) };
  }

  read(path: string, offset = 0, limit = 500): ReadResult {
    const content = this.#files.get(canonicalPath(path));
    return content === undefined
      ? { error: `File '${path}' not found` }
      : readWindow(content, mimeTypeOf(path), { offset, limit });
  }

  readRaw(path: string): ReadRawResult {
    const content = this.#files.get(canonicalPath(path));
    if (content === undefined) return { error: `File '${path}' not found` };
    return { data: { content, mimeType: mimeTypeOf(path), created_at: NO_TIME, modified_at: NO_TIME } };
  }

  grep(pattern: string, path?: string | null, glob?: string | null, maxCount?: number | null): GrepResult {
    const folder = canonicalPath(path ?? "/");
    const paths = this.#infos().filter(
      (file) => isWithin(file.path, folder) && (!glob || matchesGlob(file.path, glob)),
    );
    const matches = paths.flatMap((file) => matchLines(file.path, this.#files.get(file.path) ?? "", pattern));
    const limit = maxCount ?? matches.length;
    return { matches: matches.slice(0, limit), truncated: matches.length > limit };
  }

  glob(pattern: string, path = "/"): GlobResult {
    const folder = canonicalPath(path);
    return {
      files: this.#infos().filter((file) => isWithin(file.path, folder) && matchesGlob(file.path, pattern, folder)),
    };
  }

  write(): WriteResult {
    return READ_ONLY;
  }

  edit(): EditResult {
    return READ_ONLY;
  }

  downloadFiles(paths: string[]): FileDownloadResponse[] {
    return paths.map((path) => {
      const content = this.#files.get(canonicalPath(path));
      if (content === undefined) return { path, content: null, error: "file_not_found" };
      return { path, content: new TextEncoder().encode(content), error: null };
    });
  }

  #infos(): FileInfo[] {
    return [...this.#files].map(([path, content]) => ({
      path,
      is_dir: false,
      size: Buffer.byteLength(content),
      modified_at: NO_TIME,
    }));
  }
}

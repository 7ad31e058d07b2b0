import type {
  BackendProtocolV2,
  EditResult,
  FileDownloadResponse,
  FileInfo,
  FileUploadResponse,
  GlobResult,
  GrepResult,
  LsResult,
  ReadRawResult,
  ReadResult,
  WriteResult,
} from "deepagents";
import type { AgentFiles } from "./agent-files.ts";
import { directChildren, readWindow, replaceText } from "./backend-results.ts";
import { canonicalPath, InvalidPath, isWithin, matchesGlob } from "./paths.ts";
import type { FileEntry, StoredFile } from "./rows.ts";

/** Folders that agents do not see, and those that they see and cannot write to: what a tool found stays as it was found. */
export interface FolderRules {
  hidden: readonly string[];
  readOnly: readonly string[];
}

/**
 * deepagents' file tools over a scope's files. There is no deletion: revisions are kept. Errors come back as results, as
 * the protocol wants.
 */
export class AgentFsBackend implements BackendProtocolV2 {
  readonly #files: AgentFiles;
  readonly #rules: FolderRules;
  /** Edits read, then write: one after the other, so that none is based on a text that another has replaced. */
  #edits: Promise<unknown> = Promise.resolve();

  constructor(files: AgentFiles, rules: FolderRules = { hidden: [], readOnly: [] }) {
    this.#files = files;
    this.#rules = rules;
  }

  ls(path: string): Promise<LsResult> {
    return guarded(async () => {
      const folder = canonicalPath(path);
      return { files: directChildren(folder, (await this.#visible(folder)).map(toInfo)) };
    });
  }

  read(path: string, offset = 0, limit = 500): Promise<ReadResult> {
    return guarded(async () => {
      const file = await this.#open(path);
      return file ? readWindow(file.content, file.mimeType, { offset, limit }) : notFound(path);
    });
  }

  readRaw(path: string): Promise<ReadRawResult> {
    return guarded(async () => {
      const file = await this.#open(path);
      if (!file) return notFound(path);
      const times = { created_at: file.createdAt.toISOString(), modified_at: file.modifiedAt.toISOString() };
      return { data: { content: file.content, mimeType: file.mimeType, ...times } };
    });
  }

  grep(pattern: string, path?: string | null, glob?: string | null, maxCount?: number | null): Promise<GrepResult> {
    return guarded(async () => {
      const options = {
        folder: path ?? "/",
        glob: glob ?? undefined,
        limit: maxCount ?? undefined,
        exclude: this.#rules.hidden,
      };
      const { hits, truncated } = await this.#files.grep(pattern, options);
      return { matches: hits, truncated };
    });
  }

  glob(pattern: string, path = "/"): Promise<GlobResult> {
    return guarded(async () => {
      const folder = canonicalPath(path);
      return {
        files: (await this.#visible(folder)).filter((file) => matchesGlob(file.path, pattern, folder)).map(toInfo),
      };
    });
  }

  write(path: string, content: string): Promise<WriteResult> {
    return guarded(async () => {
      const refusal = this.#refusal(path);
      if (refusal) return { error: refusal };
      await this.#files.write(path, content);
      return { path, filesUpdate: null };
    });
  }

  edit(path: string, before: string, after: string, all = false): Promise<EditResult> {
    const edit = this.#edits.then(() => guarded(() => this.#edit(path, { before, after, all })));
    this.#edits = edit;
    return edit;
  }

  async uploadFiles(files: [string, Uint8Array][]): Promise<FileUploadResponse[]> {
    const responses: FileUploadResponse[] = [];
    for (const [path, content] of files) {
      const refusal = this.#refusal(path);
      if (!refusal) await this.#files.write(path, content);
      responses.push({ path, error: refusal ? "permission_denied" : null });
    }
    return responses;
  }

  async downloadFiles(paths: string[]): Promise<FileDownloadResponse[]> {
    return Promise.all(
      paths.map(async (path) => {
        const file = await this.#open(path);
        if (!file) return { path, content: null, error: "file_not_found" as const };
        return {
          path,
          content: typeof file.content === "string" ? new TextEncoder().encode(file.content) : file.content,
          error: null,
        };
      }),
    );
  }

  async #edit(path: string, edit: { before: string; after: string; all: boolean }): Promise<EditResult> {
    const refusal = this.#refusal(path);
    if (refusal) return { error: refusal };
    const file = await this.#open(path);
    if (!file) return notFound(path);
    if (typeof file.content !== "string") return { error: `Error: ${path} is not a text file` };
    const replaced = replaceText(file.content, edit);
    if ("error" in replaced) return replaced;
    await this.#files.write(path, replaced.text);
    return { path, occurrences: replaced.occurrences, filesUpdate: null };
  }

  async #open(path: string): Promise<StoredFile | null> {
    return this.#isHidden(canonicalPath(path)) ? null : this.#files.read(path);
  }

  async #visible(folder: string): Promise<FileEntry[]> {
    return (await this.#files.list(folder)).filter((file) => !this.#isHidden(file.path));
  }

  #isHidden(path: string): boolean {
    return this.#rules.hidden.some((folder) => isWithin(path, folder));
  }

  #refusal(path: string): string | undefined {
    const target = canonicalPath(path);
    if (target === "/") return "Error: the path names the root folder, not a file";
    const closed = [...this.#rules.hidden, ...this.#rules.readOnly].find((folder) => isWithin(target, folder));
    return closed === undefined ? undefined : `Error: ${closed} is read-only`;
  }
}

function toInfo(file: FileEntry): FileInfo {
  return { path: file.path, is_dir: false, size: file.sizeBytes, modified_at: file.modifiedAt.toISOString() };
}

function notFound(path: string): { error: string } {
  return { error: `File '${path}' not found` };
}

/** A bad path is the model's mistake and comes back as a result; anything else is thrown on. */
async function guarded<T extends object>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidPath) return { error: `Error: ${error.message}` };
    throw error;
  }
}

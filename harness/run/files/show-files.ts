import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { matchesGlob } from "../../../agent/filesystem/paths.ts";
import type { StoredFile } from "../../../agent/filesystem/rows.ts";
import { count } from "../../../base/counts.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeFile } from "../../../base/write-file.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable, table } from "../../print/text.ts";

type FileRow = Omit<StoredFile, "content" | "createdAt" | "modifiedAt"> & { modifiedAt: string };

/** A line a file: path, size, revision, when it was written. Paths are the agent's, so they are made inert. */
export function listFiles(files: readonly StoredFile[], { io, json }: { io: Io; json: boolean }): void {
  const rows: FileRow[] = files.map(({ path, mimeType, sizeBytes, revision, modifiedAt, sha256 }) => ({
    path,
    mimeType,
    sizeBytes,
    revision,
    modifiedAt: modifiedAt.toISOString(),
    sha256,
  }));
  const names = { mimeType: "mime_type", sizeBytes: "size_bytes", modifiedAt: "modified_at" } as const;
  if (json) io.out(jsonText({ files: rows }, names));
  else if (rows.length === 0) io.out("no files");
  else io.out(fileTable(rows, roomOf(io)));
}

function fileTable(rows: readonly FileRow[], width: number): string {
  const columns = [
    { title: "path" },
    { title: "bytes", align: "right" as const },
    { title: "revision", align: "right" as const },
    { title: "written" },
  ];
  const cells = rows.map(({ path, sizeBytes, revision, modifiedAt }) => [
    inert(path),
    count(sizeBytes),
    String(revision),
    modifiedAt.slice(0, 16).replace("T", " "),
  ]);
  return table(columns, cells, width);
}

/** Those at a path, or whose path matches a glob. @throws UserError `input` when there is none. */
export function selectFiles(files: readonly StoredFile[], path: string): StoredFile[] {
  const wanted = path.startsWith("/") ? path : `/${path}`;
  const exact = files.filter((file) => file.path === wanted);
  const found = exact.length > 0 ? exact : files.filter((file) => matchesGlob(file.path, wanted));
  if (found.length > 0) return found;
  throw new UserError("input", `there is no file ${path}`, { hint: "without a path, the files are listed" });
}

/** One text file's content, as it is for a pipe. */
export function printFile(files: readonly StoredFile[], io: Io): void {
  const [file, ...more] = files;
  if (more.length > 0 || typeof file?.content !== "string")
    throw new UserError("usage", more.length > 0 ? `${files.length} files match` : `${file?.path} is not a text file`, {
      hint: "--to <folder> saves them",
    });
  io.out(io.terminal ? printable(file.content) : file.content.replace(/\n$/, ""));
}

/** Saves files below a folder, under their own paths. Where one stands in the way, it is named and nothing is saved. */
export async function saveFiles(files: readonly StoredFile[], { io, to }: { io: Io; to: string }): Promise<void> {
  const folder = resolve(io.cwd, to);
  const targets = files.map(({ path, content }) => ({ target: join(folder, path), content }));
  const taken = targets.filter(({ target }) => existsSync(target)).map(({ target }) => inert(target));
  if (taken.length > 0)
    throw new UserError("input", "nothing is overwritten, and these exist already", {
      problems: taken,
      hint: "name another folder with --to",
    });
  for (const { target, content } of targets) {
    await makeFolder(dirname(target));
    await writeFile(target, content, { flag: "wx" });
    io.out(inert(target));
  }
}

function inert(path: string): string {
  return printable(path, { singleLine: true });
}

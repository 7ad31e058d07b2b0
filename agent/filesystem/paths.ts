import micromatch from "micromatch";

/** Longest path in characters. */
const MAX_PATH = 512;

/** A path that cannot name a file: what is wrong with it. */
export class InvalidPath extends Error {
  override name = "InvalidPath";
}

/**
 * The canonical form of a path in the virtual filesystem: absolute, no empty segments, no slash at the end; "/" for the root.
 * @throws InvalidPath on `..`, `~`, control characters, or more than 512 characters
 */
export function canonicalPath(path: string): string {
  if (path.length > MAX_PATH)
    throw new InvalidPath(`a path has at most ${MAX_PATH} characters, this one ${path.length}`);
  if (/\p{Cc}/u.test(path)) throw new InvalidPath("a path has no control characters");
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..") || segments.includes("~")) throw new InvalidPath(`a path has no ".." or "~": ${path}`);
  return `/${segments.join("/")}`;
}

/** True when `path` is `folder` or lies under it. Both canonical. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

/** Matches a path against a glob, relative to `base` unless the glob starts with a slash. `*` stays within a segment. */
export function matchesGlob(path: string, glob: string, base = "/"): boolean {
  const subject = glob.startsWith("/")
    ? path
    : path.slice(base === "/" ? 1 : base.length + 1) || path.slice(path.lastIndexOf("/") + 1);
  return micromatch.isMatch(subject, glob, { dot: true });
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  md: "text/markdown",
  csv: "text/csv",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
};

/** By the file's extension; `text/plain` when unknown. */
export function mimeTypeOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  return MIME_TYPES[extension] ?? "text/plain";
}

export function isTextMimeType(mimeType: string): boolean {
  return mimeType.startsWith("text/") || mimeType === "application/json" || mimeType === "image/svg+xml";
}

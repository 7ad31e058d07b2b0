import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { UserError, type UserErrorCode } from "./user-error.ts";

const NEWLINE = 10;

/**
 * The text of a file that another tool or a person wrote, without a byte order mark. Node's own decoder puts U+FFFD where a byte is
 * wrong, so that two ids become one. @throws UserError `code` for bytes that are not UTF-8, and for NUL, which UTF-16 is full of;
 * what the file system says as it is
 */
export async function readUtf8(path: string, code: UserErrorCode = "input"): Promise<string> {
  const bytes = await readFile(path);
  const hint = "save the file again as UTF-8 text";
  if (!isUtf8(bytes)) throw new UserError(code, `${path}:${firstWrongLine(bytes)}: not UTF-8`, { hint });
  const at = bytes.indexOf(0);
  if (at >= 0) throw new UserError(code, `${path}:${lineAt(bytes, at)}: a NUL character`, { hint });
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** The same; `missing` says what makes such a file. @throws UserError `code` for a file that cannot be read, too */
export async function readTextFile(
  path: string,
  code: UserErrorCode = "input",
  missing = "check the path",
): Promise<string> {
  try {
    return await readUtf8(path, code);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ENOENT")
      throw new UserError(code, `there is no file ${path}`, { cause, hint: missing });
    const hint = "check the path and its permissions";
    throw new UserError(code, `cannot read ${path}: ${(cause as Error).message}`, { cause, hint });
  }
}

/** No character of UTF-8 goes over the end of a line. */
function firstWrongLine(bytes: Buffer): number {
  for (let [line, start] = [1, 0]; ; line++) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function lineAt(bytes: Buffer, at: number): number {
  let line = 1;
  for (let end = bytes.indexOf(NEWLINE); end >= 0 && end < at; end = bytes.indexOf(NEWLINE, end + 1)) line++;
  return line;
}

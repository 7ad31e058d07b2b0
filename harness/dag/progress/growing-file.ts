import { type FileHandle, open } from "node:fs/promises";

const CHUNK_BYTES = 4 * 1024 * 1024;

/** The whole lines of a file that grows, from a byte on. Gives where to go on; 0 where the file is not there. */
export async function readLinesFrom(path: string, from: number, take: (line: string) => void): Promise<number> {
  await using file = await openThere(path);
  if (file === null) return 0;
  const { size } = await file.stat();
  // What is shorter than before was replaced.
  let at = size < from ? 0 : from;
  let rest = Buffer.alloc(0);
  while (at + rest.length < size) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at + rest.length);
    if (bytesRead === 0) break;
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    const end = bytes.lastIndexOf(10) + 1;
    for (const line of bytes.subarray(0, end).toString("utf8").split("\n")) if (line !== "") take(line);
    at += end;
    rest = bytes.subarray(end);
  }
  return at;
}

async function openThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

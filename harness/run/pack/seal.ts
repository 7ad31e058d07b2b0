import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";

/** The archive's comment, and so its last bytes: which format, and the SHA-256 of everything before the hash. */
const PREFIX = "scopebench run 1 sha256:";
const HASH_LENGTH = 64;
export const UNSEALED = PREFIX + "0".repeat(HASH_LENGTH);

/** Writes the hash into the comment of a finished archive. */
export async function seal(path: string): Promise<void> {
  const place = (await stat(path)).size - HASH_LENGTH;
  const hash = await hashUpTo(path, place);
  const file = await open(path, "r+");
  try {
    await file.write(hash, place, "latin1");
    await file.sync();
  } finally {
    await file.close();
  }
}

export type SealState = "whole" | "changed" | "not a packed run";

/** `changed`: a byte somewhere is not what it was. */
export async function checkSeal(path: string): Promise<SealState> {
  const { size } = await stat(path);
  const place = size - HASH_LENGTH;
  if (place < PREFIX.length) return "not a packed run";
  const file = await open(path, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(UNSEALED.length), 0, UNSEALED.length, size - UNSEALED.length);
    const comment = buffer.toString("latin1");
    if (comment.slice(PREFIX.length) === (await hashUpTo(path, place)) && comment.startsWith(PREFIX)) return "whole";
    return comment.startsWith("scopebench") || comment.includes("sha256:") ? "changed" : "not a packed run";
  } finally {
    await file.close();
  }
}

async function hashUpTo(path: string, end: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

import { createHash } from "node:crypto";
import type { Task } from "../../dag/worker-pool.ts";
import { executionName } from "../../record/domain/names.ts";

/** The same for the same task of a run, so that offering it twice is harmless: UUID of version 5 (RFC 9562) in the run's own space. */
export function jobIdOf(run: string, { stage, key }: Pick<Task, "stage" | "key">): string {
  return uuidOfName(run, `${stage}/${executionName(key)}`);
}

export function uuidOfName(space: string, name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(space.replaceAll("-", ""), "hex"))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

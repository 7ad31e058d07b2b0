import { z } from "zod";
import { UserError } from "../../user-error.ts";
import type { RecordingLine } from "./content.ts";

/** A line of a recording, read as JSON. @throws UserError `recording` for one that no recorder writes */
export function checkedLine(value: unknown, path: string): RecordingLine {
  try {
    const line = lineSchema.parse(value) as RecordingLine;
    if ("chunk" in line) JSON.stringify(line.chunk); // Throws when it is nested too deeply to be walked.
    return line;
  } catch (cause) {
    throw damaged(path, cause);
  }
}

const number = z.int().nonnegative();
const threadSchema = { thread: z.string(), take: number };
const lineSchema = z.union([
  z.strictObject({ chunk: z.custom((value) => value !== undefined) }),
  z.strictObject({
    call: z.object({
      ...threadSchema,
      order: number,
      parts: z.record(z.string(), number),
      items: z.array(number),
      answer: z.object({ item: number.optional(), rest: number }),
    }),
  }),
  z.strictObject({ end: z.object({ ...threadSchema, cut_off: z.literal(true) }) }),
]);

export function damaged(path: string, cause?: unknown): UserError {
  return new UserError(
    "recording",
    `${path} is damaged: its content does not match its checksum, or is not a recording`,
    {
      cause,
      hint: "get it again from where it was committed, or record it again",
    },
  );
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import { UserError } from "../../user-error.ts";
import { checkedLine, damaged } from "./check-line.ts";
import type { RecordingLine } from "./content.ts";

/** Unpacked; all of it is in memory while it is replayed. */
const MOST_BYTES = 512 * 2 ** 20;
/** Unpacked by packed. That of a default run's recording is 37. */
const MOST_RATIO = 100;
/** May always be unpacked, whatever the ratio. */
const FEW_BYTES = 64 * 2 ** 20;
/** A line is one message, one tool list or one call. */
const LONGEST_LINE = 64 * 2 ** 20;

interface Packed {
  path: string;
  /** Where the compressed part begins, and how long it is. */
  start: number;
  size: number;
  /** Of the unpacked text. */
  hash: string;
}

/** The lines of a recording, unpacked as they are read. @throws UserError `recording` for what no recorder writes. */
export async function* readPackedLines({ path, start, size, hash }: Packed): AsyncGenerator<RecordingLine> {
  const found = createHash("sha256");
  const most = Math.min(MOST_BYTES, Math.max(FEW_BYTES, MOST_RATIO * size));
  let [rest, unpacked] = ["", 0];
  const unpacker = pipeline(createReadStream(path, { start }), createBrotliDecompress(), () => undefined);
  try {
    for await (const text of unpacker.setEncoding("utf8") as AsyncIterable<string>) {
      found.update(text);
      unpacked += text.length;
      const [end = "", ...others] = text.split("\n");
      rest += end;
      if (unpacked > most || rest.length > LONGEST_LINE) throw tooLarge(path, most);
      for (const next of others) {
        yield checkedLine(JSON.parse(rest), path);
        rest = next;
      }
    }
  } catch (cause) {
    throw cause instanceof UserError ? cause : damaged(path, cause);
  }
  if (rest !== "" || found.digest("hex") !== hash) throw damaged(path);
}

function tooLarge(path: string, most: number): UserError {
  return new UserError(
    "recording",
    `${path} unpacks to more than ${Math.floor(most / 2 ** 20)} MiB, or to one line of ${LONGEST_LINE / 2 ** 20}`,
    {
      hint: "no run that this scopebench can replay is as large: get it again from where it was committed",
    },
  );
}

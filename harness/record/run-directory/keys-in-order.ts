import { createReadStream } from "node:fs";
import { type Configuration, executionName } from "../domain/names.ts";

/** A record begins with its key; a name of hundreds of characters is not looked at. */
const KEY = /^\{"scenario_id":"([^"\\]+)","model":"(?:[^"\\]+)","workflow":"\w+","knowledge":"\w+","repeat":(\d+)[,}]/;
const KEY_BYTES = 1000;
const BLOCK = 1 << 18;

/**
 * Whether the records of a configuration's file stand in the order of these places, by the beginnings of its lines; what has no
 * place counts for nothing. False also where a line does not begin with its key. True of a file that is not there.
 */
export async function keysInOrder(
  path: string,
  { configuration, expected }: { configuration: Configuration; expected: ReadonlyMap<string, number> },
): Promise<boolean> {
  let last = -1;
  for await (const start of lineStarts(path)) {
    const [, scenario_id, repeat] = KEY.exec(start) ?? [];
    if (scenario_id === undefined || repeat === undefined) return false;
    const place = expected.get(executionName({ ...configuration, scenario_id, repeat }));
    if (place === undefined) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}

/** The first bytes of each line, as text. */
async function* lineStarts(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let held = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
      let start = 0;
      while (start < chunk.length) {
        const end = chunk.indexOf(10, start);
        const stop = end < 0 ? chunk.length : end;
        if (held < KEY_BYTES) begun.push(chunk.subarray(start, Math.min(stop, start + KEY_BYTES - held)));
        held += stop - start;
        start = stop + 1;
        if (end < 0) break;
        if (held > 0) yield Buffer.concat(begun).toString("utf8");
        [begun, held] = [[], 0];
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

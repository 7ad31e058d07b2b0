import { count } from "../../../base/counts.ts";
import type { IngestProgress } from "../../../db/ingest/context.ts";
import { clock } from "../../print/text.ts";

/** An ingest ends with the signal between two batches; vectors that were made until then are kept in the cache. */
export function stoppable(progress: IngestProgress, signal: AbortSignal): IngestProgress {
  return (...step) => {
    signal.throwIfAborted();
    progress(...step);
  };
}

/** At most so often is a line about one step written. */
const INTERVAL_MS = 5000;

/** An ingest's progress as lines: each step as it begins, and how far it is where it takes long. */
export function ingestLines(log: (line: string) => void, now = () => performance.now()): IngestProgress {
  let current = "";
  let startedAt = 0;
  let shownAt = 0;
  return (step, done, total) => {
    const at = now();
    if (step !== current) {
      log(`ingest: ${step}`);
      [current, startedAt, shownAt] = [step, at, at];
    } else if (at - shownAt >= INTERVAL_MS && done > 0 && total > 1) {
      shownAt = at;
      const left = ((at - startedAt) / 1000 / done) * (total - done);
      log(`ingest: ${step} ${count(done)}/${count(total)} ${Math.floor((100 * done) / total)} %  ETA ${clock(left)}`);
    }
  };
}

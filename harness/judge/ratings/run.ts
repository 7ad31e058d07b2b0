import { once } from "node:events";
import type { Io } from "../../print/io.ts";
import { sayNotKept } from "../../record/domain/guarded.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { openRatingSession } from "./session.ts";

interface RateOptions {
  rater: string;
  sample?: number;
  page?: boolean;
  port?: number;
  hosts?: readonly string[];
  io: Io;
}

/** The form, on the terminal or on a page, until everything is rated or the rater ends. */
export async function rateRun(run: OpenedRun, { rater, sample, page, port, hosts, io }: RateOptions): Promise<void> {
  const session = await openRatingSession(run, { rater, sample });
  if (session.notKept > 0) io.error(sayNotKept(session.notKept));
  if (!page) {
    const { rateOnTerminal } = await import("./form/terminal-form.ts");
    const { columns, signal, out } = io;
    return rateOnTerminal(session, { input: io.input ?? process.stdin, out, columns, signal });
  }
  const { serveRatingPage } = await import("./form/page-server.ts");
  await using served = await serveRatingPage(session, { port, hosts });
  io.out(`${served.url}   Ctrl-C ends it; nothing that was rated is lost`);
  if (!io.signal.aborted) await once(io.signal, "abort");
  io.out(`${session.done()} of ${session.items.length} rated`);
}

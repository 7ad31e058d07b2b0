import { once } from "node:events";
import { standingOf, standingText } from "../../judge/ratings/draws.ts";
import { checkRater } from "../../judge/ratings/rating.ts";
import { openRatingSession, type RatingSession } from "../../judge/ratings/session.ts";
import type { Io } from "../../print/io.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";

interface RateOptions {
  rater: string;
  sample?: number;
  /** Half the width of the pass rate's interval. */
  until?: number;
  page?: boolean;
  port?: number;
  hosts?: readonly string[];
  io: Io;
}

/** The form, on the terminal or on a page, until everything is rated or the rater ends. */
export async function rateRun(run: OpenedRun, options: RateOptions): Promise<void> {
  if (options.until !== undefined) return rateUntil(run, { ...options, until: options.until });
  await rateSession(await openRatingSession(run, { rater: options.rater, sample: options.sample }), options);
}

/** As many of the draws as should do, then how closely the corrected pass rate is known. */
async function rateUntil(run: OpenedRun, options: RateOptions & { until: number }): Promise<void> {
  const { rater, until, io } = options;
  checkRater(rater);
  const { batch } = await standingOf(run, { rater, until });
  if (batch.size > 0) await rateSession(await openRatingSession(run, { rater, only: batch }), options);
  io.out(standingText(await standingOf(run, { rater, until }), until));
}

async function rateSession(session: RatingSession, { page, port, hosts, io }: RateOptions): Promise<void> {
  if (!page) {
    const { rateOnTerminal } = await import("../../judge/ratings/form/terminal-form.ts");
    const { columns, signal, out } = io;
    return rateOnTerminal(session, { input: io.input ?? process.stdin, out, columns, signal });
  }
  const { serveRatingPage } = await import("../../judge/ratings/form/page-server.ts");
  await using served = await serveRatingPage(session, { port, hosts });
  io.out(`${served.url}   Ctrl-C ends it; nothing that was rated is lost`);
  if (!io.signal.aborted) await once(io.signal, "abort");
  io.out(`${session.done()} of ${session.items.length} rated`);
}

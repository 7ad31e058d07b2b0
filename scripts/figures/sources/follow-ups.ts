import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { analyseTriplets, followUpAgreement } from "../../../harness/results/triplets/analyse-triplets.ts";
import type { FollowUp } from "../../../harness/results/triplets/follow-up.ts";
import { readTriplets, type Triplet } from "../../../harness/results/triplets/read-triplets.ts";
import { ROOT } from "../pages.ts";
import type { FigureSource } from "../source.ts";

const SESSIONS = "examples/faults/sessions.csv";
/** Of a reader who had seen neither the rules nor, but for two, the first labels. */
const SECOND = "design/readings/follow-ups.csv";

export const followUps: FigureSource = {
  name: "follow-ups",
  command: "node --import tsx scripts/figures.ts follow-ups",
  about: `What people said after an answer, read by rules: agreement with the labels of made exchanges (${SESSIONS}) and with a second reader's (${SECOND})`,
  async measure() {
    const triplets = await readTriplets(SESSIONS);
    const read: { session: string; label: FollowUp }[] = parse(readFileSync(join(ROOT, SECOND)), { columns: true });
    const second = new Map(read.map(({ session, label }) => [session, label]));
    const reread = triplets.map((triplet): Triplet => ({ ...triplet, label: second.get(triplet.session) ?? null }));
    const first = analyseTriplets(triplets).agreement!;
    const again = analyseTriplets(reread).agreement!;
    const readers = followUpAgreement(
      triplets.map(({ label, session }) => ({ label: label!, read: second.get(session)!, session })),
    )!;
    const digits = (value: number | null) => value!.toFixed(2).replace(/^0/, "");
    const row = (who: string, { agreed, labelled, kappa, low, high }: typeof first) => [
      // Where all agree no resample differs, and there is no interval.
      ...[who, `${agreed} of ${labelled}`, digits(kappa), low === null ? "–" : `${digits(low)} to ${digits(high)}`],
    ];
    return {
      values: { exchanges: `${triplets.length}` },
      tables: {
        agreement: {
          columns: ["who", "agree", "kappa", "95 %"],
          rows: [
            row("rules and first labels", first),
            row("rules and second reader", again),
            row("first labels and second reader", readers),
          ],
        },
      },
    };
  },
};

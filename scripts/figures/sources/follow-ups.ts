import { analyseTriplets } from "../../../harness/results/triplets/analyse-triplets.ts";
import { readTriplets } from "../../../harness/results/triplets/read-triplets.ts";
import type { FigureSource } from "../source.ts";

const SESSIONS = "examples/faults/sessions.csv";

export const followUps: FigureSource = {
  name: "follow-ups",
  command: `npx scopebench measure triplets ${SESSIONS}`,
  about: "What people said after an answer, read by rules: agreement with the labels of made exchanges",
  async measure() {
    const { triplets, agreement } = analyseTriplets(await readTriplets(SESSIONS));
    const { agreed, labelled, kappa, low, high } = agreement!;
    const digits = (value: number | null) => value!.toFixed(2).replace(/^0/, "");
    const values = { exchanges: `${triplets}`, agreed: `${agreed}`, labelled: `${labelled}` };
    return { values: { ...values, kappa: digits(kappa), low: digits(low), high: digits(high) }, tables: {} };
  },
};

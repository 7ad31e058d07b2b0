import validator from "validator";
import type { FoundSpan, Recogniser } from "../recogniser.ts";
import { spacedRuns } from "./groups.ts";

const RUNS = { first: /(?<![A-Za-z\d])[A-Za-z]{2}\d{2}/g, sign: /[A-Za-z\d]/, most: 34 };
/** Norway. */
const SHORTEST = 15;

/** International account numbers: a known country, its length and format, and the check digits (ISO 13616). */
export const iban: Recogniser = {
  name: "iban",
  *find(text): Iterable<FoundSpan> {
    for (const { start, signs, ends } of spacedRuns(text, RUNS))
      for (let length = signs.length; length >= SHORTEST; length--) {
        const end = ends[length - 1]!;
        const value = signs.slice(0, length).toUpperCase();
        if (/[A-Za-z\d]/.test(text[end] ?? "") || !validator.isIBAN(value)) continue;
        yield { start, end, value };
        break;
      }
  },
};

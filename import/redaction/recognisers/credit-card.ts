import validator from "validator";
import type { FoundSpan, Recogniser } from "../recogniser.ts";
import { spacedRuns } from "./groups.ts";

const RUNS = { first: /(?<![\w.])\d{4}/g, sign: /\d/, most: 19 };
const SHORTEST = 13;

/** Numbers of payment cards: an issuer's first digits, its length, and the check digit (Luhn, ISO 7812). */
export const creditCard: Recogniser = {
  name: "credit_card",
  *find(text): Iterable<FoundSpan> {
    for (const { start, signs, ends } of spacedRuns(text, RUNS))
      for (let length = signs.length; length >= SHORTEST; length--) {
        const end = ends[length - 1]!;
        const value = signs.slice(0, length);
        if (/\w/.test(text[end] ?? "") || !validator.isCreditCard(value)) continue;
        yield { start, end, value };
        break;
      }
  },
};

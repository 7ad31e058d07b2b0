import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import type { FoundSpan, Recogniser } from "../recogniser.ts";

/** Digits with what stands between groups of them, not at the end of a word. */
const RUN =
  /(?<![\p{L}\p{M}\p{N}_]-?)[+\uFF0B(]{0,2}\p{Nd}(?:[()[\]\u00A0\u202F ./~\u2010-\u2015-]{0,3}\p{Nd})*(?![\p{L}\p{N}_])/gu;
const GROUP = /\p{Nd}+/gu;
/** `+33 1 23 45 67 89` has six. */
const MOST_GROUPS = 7;
const SHORTEST = 6;
const PLUS = /[+\uFF0B]/;
/** A date, or single digits in a row. */
const NEVER = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$|(?<!\d)\d\D+\d\D+\d(?!\d)/;

/** Phone numbers that exist in some country's plan: written with +, and those of `country` as they are written there. */
export function phone(country?: string): Recogniser {
  const options = { ...(country !== undefined && { defaultCountry: country as CountryCode }), extract: false };
  const numberOf = (text: string): string | null => {
    const number = NEVER.test(text) || isList(text) ? undefined : parsePhoneNumberFromString(text, options);
    return number?.isValid() ? number.number : null;
  };
  const home = country === undefined ? null : homePrefix(country);
  /** Behind a blank or a bracket: what follows a dot or a hyphen is part of something. */
  const beginsAtHome = (run: string, start: number): boolean =>
    home !== null &&
    !/[./~\u2010-\u2015-]/.test(run[start - 1] ?? " ") &&
    run
      .slice(start, start + 2)
      .replace("(", "")
      .startsWith(home);
  return {
    name: "phone",
    *find(text): Iterable<FoundSpan> {
      for (const { 0: run, index } of text.matchAll(RUN)) {
        const groups = Array.from(run.matchAll(GROUP), ({ 0: digits, index: at }) => [at, at + digits.length] as const);
        let next = 0;
        for (const [at, [first]] of groups.entries()) {
          const start = first - signBefore(run, first).length;
          if (first < next || !(PLUS.test(run[start]!) || beginsAtHome(run, start))) continue;
          // The longest that is a number: what follows one may be another.
          const ends = groups.slice(at, at + MOST_GROUPS).map(([, end]) => end);
          const found = ends
            .reverse()
            .find((end) => end - start >= SHORTEST && numberOf(run.slice(start, end)) !== null);
          if (found === undefined) continue;
          next = found;
          yield { start: index + start, end: index + found, value: numberOf(run.slice(start, found))! };
        }
      }
    },
  };
}

/** `+`, `(`, `+(` or nothing. */
function signBefore(run: string, at: number): string {
  return /[+\uFF0B]?\(?$/.exec(run.slice(Math.max(0, at - 2), at))![0];
}

/** `030 / 901820` is one number, `901820 / 901821` are two. */
function isList(text: string): boolean {
  return text.includes(" / ") && !/^\(?0\p{Nd}+\)? \/ [^/]+$/u.test(text);
}

/** In countries that write 0 before area codes, digits without it are no phone number: tables hold such figures. */
function homePrefix(country: string): string {
  return getExampleNumber(country as CountryCode, examples)
    ?.formatNational()
    .startsWith("0")
    ? "0"
    : "";
}

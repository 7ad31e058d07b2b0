import type { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/what-was-asked.ts";
import { capital } from "../reading/words.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";
import type { LinkResult } from "./which-tests-are-linked.ts";
import type { Narrowed } from "./which-tests-fulfil-them.ts";

/** What a question wants the tests of, and what not. */
export interface Sides {
  wanted: readonly Anchor[];
  unwanted: readonly Anchor[];
  /** A part and a whole that the question says belong together, and the records do not. */
  apart?: readonly [Anchor, Anchor];
}

/** What was seen of one thing's tests, and whether also of what it contains. */
export interface Reached extends LinkResult {
  deep: boolean;
  /** Its own links were read to their end and hold no test case. */
  noneDirectly: boolean;
}

/** Of which things nothing is known, and why. */
export function sayUnseen(wanted: readonly Anchor[], results: readonly LinkResult[]): string[] {
  const of = (extent: LinkResult["extent"]) =>
    wanted
      .filter((_, index) => results[index]?.extent === extent)
      .map(nameOf)
      .join(" and ");
  const [notKept, notSeen] = [of("not_kept"), of("not_seen")];
  return [
    ...(notKept
      ? [
          `the tools that list links do not cover records such as ${notKept}; what is linked there was not read and is not known.`,
        ]
      : []),
    ...(notSeen ? [`the links of ${notSeen} could not be looked up, so what is linked there is not known.`] : []),
  ];
}

/** Of several things how many each has: a list of all says nothing of one. */
export function sayEach({ wanted }: Sides, { asks }: Question, results: readonly Reached[]): string[] {
  if (wanted.length < 2 || wanted.length !== results.length || asks.has("all")) return [];
  return [`${EACH}${countEach(wanted, results)}.`];
}

/** Begins the sentence that counts several things' tests one by one. */
export const EACH = "Linked to each: ";

function countEach(wanted: readonly Anchor[], results: readonly Reached[]): string {
  return results.map((result, at) => `${wanted[at]?.id}: ${countIn(result)}`).join("; ");
}

function countIn({ findings: { size, isPart }, extent, deep, noneDirectly }: Reached): string {
  if (extent !== "seen") return "not known";
  const count = isPart ? `at least ${size}` : size === 0 ? "none" : `${size}`;
  if (!deep) return `${count} directly`;
  return `${noneDirectly && size > 0 ? "none directly, " : ""}${count} with what it contains`;
}

interface Recorded {
  linked: FoundTests;
  wanted: readonly Reached[];
  unwanted: readonly Reached[];
  /** Not all links were seen. */
  isPart: boolean;
}

function named(anchors: readonly Anchor[], results: readonly Reached[]): string[] {
  return anchors.map((anchor, at) => `${nameOf(anchor)}${results[at]?.deep ? " with what it contains" : ""}`);
}

/** How many are linked, of lists read to their end; where the question sets conditions, also how many of those have what their records were held to. */
export function sayRecorded(
  { wanted, unwanted }: Sides,
  { asks }: Question,
  { linked, findings, held, isPart, ...reached }: Narrowed & Recorded,
): string {
  const joined = named(wanted, reached.wanted).join(asks.has("all") ? " and to " : " or to ");
  const except = unwanted.length > 0 ? `, and not to ${named(unwanted, reached.unwanted).join(" or to ")}` : "";
  const recorded = `linked directly to ${joined}${except}`;
  // Of a list that was not read to its end no number is known.
  if (isPart)
    return `${findings.size} of the test cases ${recorded} ${findings.size === 1 ? "was" : "were"} seen; there may be more.${held.length > 0 ? ` They have this: ${listHeld(held)}.` : ""}`;
  if (held.length === 0 && findings.size === linked.size) return `${sizeOf(findings)} ${recorded}.`;
  return `${findings.size} of the ${linked.size} test cases ${recorded} ${findings.size === 1 ? "has" : "have"} this: ${listHeld(held)}.`;
}

/** What records were held to. Without conditions of attributes, it was texts alone. */
function listHeld(held: readonly string[]): string {
  return [...new Set(held)].join(", ") || "what else was asked";
}

/** Of items that other links join, too, whatever was found: more may stand behind those. */
export function sayBehind(wanted: readonly Anchor[], results: readonly Reached[]): string[] {
  const joined = wanted.filter((_, at) => results[at]?.hasOtherLinks).map(({ id }) => id);
  if (joined.length === 0) return [];
  return [
    `other links join ${joined.join(" and ")} to further records; whether test cases stand behind those was not looked at and is not known.`,
  ];
}

/** Why nothing is left, with every count and condition that it comes from. Of links alone: what stands behind other items is another question. */
export function nothingFound(
  { wanted, unwanted }: Sides,
  {
    question: { asks },
    linked,
    held,
    ...reached
  }: Pick<Narrowed & Recorded, "linked" | "held" | "wanted" | "unwanted"> & { question: Question },
): string {
  const names = named(wanted, reached.wanted);
  const except = unwanted.length > 0 ? `, and not to ${named(unwanted, reached.unwanted).join(" or to ")}` : "";
  if (linked.size > 0)
    return `${sizeOf(linked)} linked directly to ${names.join(asks.has("all") ? " and to " : " or to ")}${except}; going by what was read of their records, none of them has this: ${listHeld(held)}.`;
  const behind = sayBehind(wanted, reached.wanted);
  if (reached.wanted.every(({ findings }) => findings.size === 0))
    return behind[0] ?? `no test case is linked directly to ${names.join(" or to ")}.`;
  const more = behind.map((sentence) => ` ${capital(sentence)}`).join("");
  return `no test case is linked directly to ${names.join(" and to ")}${names.length > 1 ? " together" : ""}${except}; linked to each: ${countEach(wanted, reached.wanted)}.${more}`;
}

function sizeOf({ size }: FoundTests): string {
  return `${size} test case${size === 1 ? " is" : "s are"}`;
}

/** The same where not all was looked at: of the rest nothing is known. */
export function nothingSeen(wanted: readonly Anchor[]): string {
  return `of the test cases of ${wanted.map(nameOf).join(", ")} not all were looked at, and of those that were none is left; whether there are others is not known.`;
}

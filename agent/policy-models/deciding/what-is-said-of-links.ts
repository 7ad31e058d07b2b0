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
      ? [`links of ${notKept} are not kept in these records, so which test cases belong there is not known.`]
      : []),
    ...(notSeen
      ? [`the links of ${notSeen} could not be looked up, so which test cases belong there is not known.`]
      : []),
  ];
}

/** Of several things how many each has: a list of all says nothing of one. */
export function sayEach({ wanted }: Sides, { asks }: Question, results: readonly Reached[]): string[] {
  if (wanted.length < 2 || wanted.length !== results.length || asks.has("all")) return [];
  return [`Recorded for each: ${countEach(wanted, results)}.`];
}

function countEach(wanted: readonly Anchor[], results: readonly Reached[]): string {
  return results.map((result, at) => `${wanted[at]?.id}: ${countIn(result)}`).join(", ");
}

function countIn({ findings: { size, isPart }, extent, deep }: Reached): string {
  if (extent !== "seen") return "not known";
  const count = isPart ? `at least ${size}` : size === 0 ? "none" : `${size}`;
  return `${count}${deep ? " with what it contains" : ""}`;
}

interface Recorded {
  linked: FoundTests;
  wanted: readonly Reached[];
  unwanted: readonly Reached[];
  /** Not all links were seen. */
  isPart: boolean;
}

function named(anchors: readonly Anchor[], results: readonly Reached[]): string[] {
  return anchors.map((anchor, at) => `${nameOf(anchor)}${results[at]?.deep ? " or what it contains" : ""}`);
}

/** How many are recorded; where the question says more, also how many of those fit it, and what they were held to. */
export function sayRecorded(
  { wanted, unwanted }: Sides,
  { asks }: Question,
  { linked, findings, accounted, isPart, ...reached }: Narrowed & Recorded,
): string {
  const joined = named(wanted, reached.wanted).join(asks.has("all") ? " and " : " or ");
  const except = unwanted.length > 0 ? `, and not to ${named(unwanted, reached.unwanted).join(" or ")}` : "";
  const recorded = `recorded for ${joined}${except}`;
  // Of a list that was not read to its end no number is known.
  if (isPart)
    return `${findings.size} of the test cases ${recorded} ${findings.size === 1 ? "was" : "were"} seen; there may be more.`;
  if (findings.size === linked.size) return `${sizeOf(findings)} ${recorded}.`;
  const held = accounted.length > 0 ? `: ${[...new Set(accounted)].join(", ")}` : "";
  return `${findings.size} of the ${linked.size} test cases ${recorded} ${findings.size === 1 ? "fits" : "fit"} what else was asked${held}.`;
}

/** Why nothing is left, with every count and condition that it comes from. Of links alone: what stands behind other items is another question. */
export function nothingFound(
  { wanted, unwanted }: Sides,
  { linked, accounted, ...reached }: Pick<Narrowed & Recorded, "linked" | "accounted" | "wanted" | "unwanted">,
): string {
  const names = named(wanted, reached.wanted);
  const held = accounted.length > 0 ? [...new Set(accounted)].join(", ") : "what else was asked";
  if (linked.size > 0) return `${sizeOf(linked)} recorded for ${names.join(" or ")}, and none of them fits: ${held}.`;
  const behind = sayBehind(wanted, reached.wanted);
  if (reached.wanted.every(({ findings }) => findings.size === 0))
    return behind || `no test case is linked directly to ${names.join(", ")}.`;
  const except = unwanted.length > 0 ? ` without ${named(unwanted, reached.unwanted).join(" or ")}` : "";
  return `no test case is linked to ${names.join(" and to ")} together${except}; recorded for each: ${countEach(wanted, reached.wanted)}.${behind && ` ${capital(behind)}`}`;
}

function sizeOf({ size }: FoundTests): string {
  return `${size} test case${size === 1 ? " is" : "s are"}`;
}

/** Of items that other links join, too: a test may stand behind those. */
function sayBehind(wanted: readonly Anchor[], results: readonly Reached[]): string {
  const joined = wanted.filter((_, at) => results[at]?.hasOtherLinks).map(({ id }) => id);
  if (joined.length === 0) return "";
  return `other links join ${joined.join(" and ")} to further records; whether tests stand behind those was not looked at, and is not known.`;
}

/** The same where not all was looked at: of the rest nothing is known. */
export function nothingSeen(wanted: readonly Anchor[]): string {
  return `among what was seen of the test cases of ${wanted.map(nameOf).join(", ")} none fits; not all of them were looked at.`;
}

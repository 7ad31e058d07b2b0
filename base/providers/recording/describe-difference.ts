import { countOf } from "../../counts.ts";

/** Places that are told of one value. */
const MAX_PLACES = 4;
/** Characters of a text that are shown before and after where it differs. */
const BEFORE = 30;
const AFTER = 70;

/** Where two JSON values differ: paths with what was recorded and what is asked now. `undefined` = not there. */
export function describeDifference(name: string, before: string | undefined, now: string | undefined): string[] {
  if (before === undefined) return [`${name} is new: ${cut(now ?? "")}`];
  if (now === undefined) return [`${name} is missing, recorded: ${cut(before)}`];
  const places: string[] = [];
  collect(name, { before: JSON.parse(before) as unknown, now: JSON.parse(now) as unknown }, places);
  return places.length <= MAX_PLACES
    ? places
    : [...places.slice(0, MAX_PLACES), `${name}: ${countOf(places.length - MAX_PLACES, "more difference")}`];
}

interface Pair {
  before: unknown;
  now: unknown;
}

function collect(path: string, { before, now }: Pair, places: string[]): void {
  if (JSON.stringify(before) === JSON.stringify(now)) return;
  if (isContainer(before) && isContainer(now) && Array.isArray(before) === Array.isArray(now)) {
    const [left, right] = [membersOf(before), membersOf(now)];
    for (const key of new Set([...left.keys(), ...right.keys()])) {
      const member = `${path}${key}`;
      if (!right.has(key)) places.push(`${member} is missing, recorded: ${cut(JSON.stringify(left.get(key)))}`);
      else if (!left.has(key)) places.push(`${member} is new: ${cut(JSON.stringify(right.get(key)))}`);
      else collect(member, { before: left.get(key), now: right.get(key) }, places);
    }
  } else if (typeof before === "string" && typeof now === "string") {
    places.push(...around(path, before, now));
  } else places.push(`${path}: recorded ${cut(JSON.stringify(before))}, now ${cut(JSON.stringify(now))}`);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Members by how they are written in a path. Things with a name (tools) go by it, so that one more of them moves no other. */
function membersOf(value: object): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(value).map(([key, member]) => [`.${key}`, member]));
  const names = value.map((entry: unknown) => nameOf(entry));
  const unique = names.every((name) => name !== null) && new Set(names).size === names.length;
  return new Map(value.map((entry: unknown, index) => [unique ? `[${names[index]}]` : `[${index}]`, entry]));
}

function nameOf(entry: unknown): string | null {
  if (typeof entry !== "object" || entry === null || !("name" in entry)) return null;
  return typeof entry.name === "string" ? entry.name : null;
}

/** Two texts from shortly before where they begin to differ. */
function around(path: string, before: string, now: string): string[] {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const show = (text: string): string => {
    const start = Math.max(0, at - BEFORE);
    return `${start > 0 ? "…" : ""}${text.slice(start, at + AFTER).toWellFormed()}${at + AFTER < text.length ? "…" : ""}`;
  };
  return [
    `${path} differs from character ${at + 1} on:`,
    `  - ${JSON.stringify(show(before))}`,
    `  + ${JSON.stringify(show(now))}`,
  ];
}

function cut(text: string): string {
  return text.length > AFTER * 2 ? `${text.slice(0, AFTER * 2).toWellFormed()}…` : text;
}

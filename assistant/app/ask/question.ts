import type { FoundChange } from "../../change/found-change.ts";
import type { Item } from "../service/items.ts";
import { countOf } from "../ui/text.tsx";

/** A text that was pasted or opened, and what was read out of it. */
export interface PastedChange {
  raw: string;
  /** What the agent is told of it; the user may change it. */
  told: string;
  /** Null while it is read, or where it could not be. */
  found: FoundChange | null;
  /** The service has said what it found, or that it cannot: before, what is written below would be written over. */
  read: boolean;
}

/** What a person asks with: any of the three is enough. */
export interface ComposedQuestion {
  words: string;
  change: PastedChange | null;
  items: readonly Item[];
}

/** A question as it is asked: in one text, with a file for what is too long to be told. */
export interface AskedText {
  question: string;
  file: { path: string; text: string } | null;
}

const ABOUT_THE_CHANGE = "Which tests are affected by this change?";
const FILE_NOTE = /\n\nNote: the whole change is in the file (\/\S+)\.$/;

/** @param turn of the thread, from 1: each has a file of its own */
export function composeQuestion({ words, change, items }: ComposedQuestion, turn: number): AskedText {
  const told = change?.told.trim() ?? "";
  const parts = [askedOf(words.trim(), items), told].filter(Boolean);
  if (!change || change.raw.trim() === told || change.raw.trim() === "")
    return { question: parts.join("\n\n"), file: null };
  const path = `/change-${turn}.${change.found?.kind === "diff" ? "diff" : "txt"}`;
  parts.push(`Note: the whole change is in the file ${path}.`);
  return { question: parts.join("\n\n"), file: { path, text: change.raw } };
}

function askedOf(words: string, items: readonly Item[]): string {
  if (items.length === 0) return words || ABOUT_THE_CHANGE;
  const listed = items.map(({ id, title }) => (title === id ? id : `${id} (${title})`)).join("; ");
  // Whoever picks several wants what any of them brings, however they lie to each other.
  const names = items.length > 1 ? `any of the following: ${listed}` : listed;
  if (words !== "") return `${words} This is about ${names}.`;
  return `Which tests are affected by a change of ${names}?`;
}

/** A question as it was composed, in its parts. */
export function splitQuestion(text: string): { words: string; told: string; file: string | null } {
  const file = FILE_NOTE.exec(text)?.[1] ?? null;
  const [words = "", ...rest] = text.replace(FILE_NOTE, "").split("\n\n");
  return { words, told: rest.join("\n\n"), file };
}

/** What a question is called in a list: of one that names nothing, what the change says. */
export function titleOf(question: string): string {
  const { words, told } = splitQuestion(question);
  return words === ABOUT_THE_CHANGE && told !== "" ? told.split("\n", 1)[0]! : words;
}

/** More than one types: pasted whole, it is read for what it says. */
export function isChange(pasted: string): boolean {
  const lines = pasted.split("\n").filter((line) => line.trim() !== "");
  return isDiff(pasted) || pasted.length > 300 || lines.length > 2;
}

function isDiff(text: string): boolean {
  return /^(diff --git |@@ -\d|--- \S.*\n\+\+\+ )/m.test(text);
}

/** `diff of 2 files, 3 lines added, 1 taken out`, or `text of 12 lines`. */
export function describeChange(change: string): string {
  const lines = change.trimEnd().split("\n");
  if (!isDiff(change)) return `text of ${countOf(lines.length, "line")}`;
  const files = new Set([...change.matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm)].map(([, path]) => path));
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return `diff of ${countOf(files.size, "file")}, ${countOf(count("+"), "line")} added, ${count("-")} taken out`;
}

import { quote } from "../../folder/quote.ts";
import { EXPECTED, makeOftItem, OFT_ID, type OftFindings, type OftItem, sayBetween, wordsOf } from "./ids.ts";

const ID_LINE = new RegExp(`^\`?(${OFT_ID})\`?`, "u");
const REFERENCE = new RegExp(`^\\s{0,3}[+*-](?:.*[^\\p{L}\\p{N}_])?(${OFT_ID})(?:[^\\p{L}\\p{N}_].*)?$`, "u");
const FORWARD = new RegExp(`(\\p{L}+)\\s*-->\\s*(\\p{L}+(?:,\\s*\\p{L}+)*)\\s*:\\s*(${OFT_ID})`, "u");
const HEADING = /^#+\s*(.*)$/;
/** Under a title: of Markdown, and every sign that reStructuredText takes. */
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|"{3,}|\+{3,}|\*{3,}|#{3,}|'{3,})\s*$/;
const PARTS = /^(Description|Rationale|Comment|Covers|Depends|Needs|Tags):\s*(.*)$/;
const STATUS = /^Status:\s*(approved|proposed|draft|rejected)\s*$/;
/** Meant as an id, and none. */
const NEAR_ID = /^`\p{L}+~[^`]*`\s*$/u;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const LISTS = new Set(["Covers", "Depends", "Needs", "Tags"]);

/** Specification items in Markdown or reStructuredText, as OpenFastTrace finds them: line by line, whatever stands around. */
export function readOftMarkup(text: string, name: string, { notes }: OftFindings): OftItem[] {
  const reader = new MarkupReader(name, notes);
  const lines = text.split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) reader.take(line, lines[at + 1] ?? "", at + 1);
  return reader.end();
}

class MarkupReader {
  readonly #name: string;
  readonly #notes: string[];
  readonly #items: OftItem[] = [];
  #item: OftItem | null = null;
  /** Null: between items. */
  #part: string | null = null;
  #title = "";
  #fence: string | null = null;
  /** Lines of text that belong to no item. */
  #between = 0;

  constructor(name: string, notes: string[]) {
    this.#name = name;
    this.#notes = notes;
  }

  take(line: string, next: string, number: number): void {
    const isFenced = this.#isFenced(line);
    const id = ID_LINE.exec(line)?.[1];
    const forward = FORWARD.exec(line);
    const title = HEADING.exec(line)?.[1] ?? (line.trim() !== "" && UNDERLINE.test(next) ? line.trim() : null);
    if (isFenced) this.#addFenced(line);
    else if (id !== undefined) this.#begin(id, number);
    else if (forward) this.#forward(forward, number);
    else if (title !== null) {
      this.#item = null;
      this.#title = title;
    } else if (NEAR_ID.test(line)) this.#report(number, `${quote(line.trim())} is no id; expected ${EXPECTED}`);
    else if (this.#item) this.#takePart(this.#item, line, number);
    else if (line.trim() !== "" && !UNDERLINE.test(line)) {
      this.#title = "";
      this.#between++;
    }
  }

  end(): OftItem[] {
    for (const item of this.#items) item.text = item.text.trim();
    this.#notes.push(...sayBetween(this.#name, this.#between));
    return this.#items;
  }

  /** Examples in fences are no items. */
  #isFenced(line: string): boolean {
    const mark = FENCE.exec(line)?.[1];
    if (this.#fence === null) this.#fence = mark ?? null;
    else if (mark?.startsWith(this.#fence)) this.#fence = null;
    else return true;
    return mark !== undefined;
  }

  #begin(id: string, number: number): void {
    this.#item = makeOftItem(id, `${this.#name}:${number}`);
    this.#item.title = this.#title;
    this.#part = "Description";
    this.#title = "";
    this.#items.push(this.#item);
  }

  /** `arch --> dsn : req~a~1`: the item of the left type needs nothing but its cover on the right. */
  #forward([, type, targets, original]: RegExpExecArray, number: number): void {
    const [, name, revision] = (original as string).split("~");
    const item = makeOftItem(`${type}~${name}~${revision}`, `${this.#name}:${number}`);
    this.#items.push({
      ...item,
      covers: [original as string],
      needs: wordsOf(targets as string),
      meta: { forwards: "true" },
    });
    this.#item = null;
  }

  #takePart(item: OftItem, line: string, number: number): void {
    const [, part, rest = ""] = PARTS.exec(line) ?? [];
    const status = STATUS.exec(line)?.[1];
    const isHead = part !== undefined && (rest === "" || part === "Needs" || part === "Tags");
    if (isHead) {
      this.#part = part;
      if (part === "Needs") item.needs.push(...wordsOf(rest));
      if (part === "Tags") item.tags.push(...wordsOf(rest));
    } else if (status !== undefined) item.meta.status = status;
    else if (LISTS.has(this.#part ?? "")) this.#takeEntry(item, line, number);
    else this.#addText(line);
  }

  #takeEntry(item: OftItem, line: string, number: number): void {
    const reference = REFERENCE.exec(line)?.[1];
    const word = /^\s{0,3}[+*-]\s*(.*\S)/.exec(line)?.[1];
    const isReference = this.#part === "Covers" || this.#part === "Depends";
    if (isReference && reference === undefined && word?.includes("~"))
      this.#report(number, `${this.#part}: ${quote(word)} names no id; expected ${EXPECTED}`);
    if (this.#part === "Covers" && reference !== undefined) item.covers.push(reference);
    if (this.#part === "Depends" && reference !== undefined) item.depends.push(reference);
    if (this.#part === "Needs" && word !== undefined) item.needs.push(/\p{L}+/u.exec(word)?.[0] ?? word);
    if (this.#part === "Tags" && word !== undefined) item.tags.push(...wordsOf(word));
    else if (line.trim() !== "" && word === undefined && reference === undefined)
      this.#report(number, `${this.#part}: ${quote(line.trim())} is no entry of the list, and is left out`);
  }

  #addFenced(line: string): void {
    if (this.#item) this.#addText(line);
    else if (line.trim() !== "" && !FENCE.test(line)) this.#between++;
  }

  #report(line: number, what: string): void {
    this.#notes.push(`${this.#name}:${line}: ${what}`);
  }

  #addText(line: string): void {
    if (!this.#item || LISTS.has(this.#part ?? "")) return;
    if (this.#part === "Rationale" || this.#part === "Comment") {
      const name = this.#part.toLowerCase();
      this.#item.meta[name] = `${this.#item.meta[name] ?? ""}\n${line}`.trim();
    } else this.#item.text += `${line}\n`;
  }
}

import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";

/** A node of a document: the document itself, a section, a requirement, whatever its grammar calls it. */
export interface DocumentNode {
  type: string;
  fields: Record<string, string>;
  relations: { type: string; role: string; value: string; place: string }[];
  /** Titles of the sections around it, outermost first. */
  sections: string[];
  /** What the document is called: its file without ending, or its title in an export. */
  document: string;
  place: string;
}

export type ReadNotes = Pick<ReadContext, "problems"> & { notes: string[] };

const TAG = /^\[(\[?)(\/?)([A-Z][A-Z0-9_]*)\]?\]\s*$/;
const FIELD = /^([A-Z][A-Za-z0-9_-]*):(?: (.*))?$/;
/** Not nodes: what stands in them is about the document or its form. */
const ABOUT = new Set(["GRAMMAR", "DOCUMENT_FROM_FILE"]);

/** A document in strictdoc's own words. What is no line of its grammar is a problem, and its node is left out. */
export async function readSdoc(file: SourceFile, { problems, notes }: ReadNotes): Promise<DocumentNode[]> {
  const { text, note } = await decodeFile(file);
  if (note) notes.push(note);
  const reader = new SdocReader(file.name, problems);
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) reader.take(line, at + 1);
  return reader.end();
}

interface LongField {
  node: DocumentNode;
  field: string;
  lines: string[];
  line: number;
  end: RegExp;
}

class SdocReader {
  readonly #name: string;
  readonly #problems: ReadContext["problems"];
  readonly #nodes: DocumentNode[] = [];
  /** Sections and composite nodes that are open. */
  readonly #open: { tag: string; title: () => string; line: number }[] = [];
  readonly #faulty = new Set<DocumentNode>();
  #node: DocumentNode | null = null;
  /** A field of several lines that is open, or the free text of an old document. */
  #long: LongField | null = null;
  #isInRelations = false;
  #isAbout = false;

  constructor(name: string, problems: ReadContext["problems"]) {
    this.#name = name;
    this.#problems = problems;
  }

  take(line: string, number: number): void {
    const tag = this.#long ? null : TAG.exec(line);
    if (this.#long) this.#takeLong(this.#long, line);
    else if (tag) this.#takeTag(tag, number);
    else if (line.trim() !== "" && !this.#isAbout) this.#takeLine(line, number);
  }

  #takeLine(line: string, number: number): void {
    const field = FIELD.exec(line);
    if (!this.#node) this.#fault(number, `${quote(line)} stands before any node; expected [DOCUMENT]`);
    else if (this.#isInRelations && /^(- |\s)/.test(line)) this.#takeRelation(this.#node, line, number);
    else if (field) this.#takeField(this.#node, { name: field[1] as string, value: field[2] ?? "", line: number });
    // Options of a document are indented; they are about its form.
    else if (this.#node.type !== "DOCUMENT" || !/^(\s|- )/.test(line))
      this.#fault(number, `${quote(line)} is no field; expected NAME: value, or NAME: >>> with the text up to <<<`);
  }

  end(): DocumentNode[] {
    if (this.#long) this.#fault(this.#long.line, `${this.#long.field} is never closed; expected a line <<< after it`);
    for (const { tag, line } of this.#open) this.#fault(line, `[[${tag}]] is never closed; expected [[/${tag}]]`, null);
    if (this.#nodes.length === 0) this.#fault(1, "there is no node; expected [DOCUMENT]", null);
    return this.#nodes.filter((node) => !this.#faulty.has(node));
  }

  #takeTag([, bracket, slash, name]: RegExpExecArray, line: number): void {
    const tag = name as string;
    [this.#isInRelations, this.#isAbout] = [false, ABOUT.has(tag)];
    if (slash) this.#close(tag, line);
    else if (tag === "FREETEXT") {
      const node = this.#begin("TEXT", line);
      this.#long = { node, field: "STATEMENT", lines: [], line, end: /^\[\/FREETEXT\]\s*$/ };
    } else if (!this.#isAbout) {
      const node = this.#begin(tag, line);
      const isOpen = bracket !== "" || tag === "SECTION" || tag.startsWith("COMPOSITE_");
      if (isOpen) this.#open.push({ tag, title: () => node.fields.TITLE ?? "", line });
    }
  }

  #begin(type: string, line: number): DocumentNode {
    const node: DocumentNode = {
      type,
      fields: {},
      relations: [],
      sections: this.#open.map(({ title }) => title()).filter((title) => title !== ""),
      document: this.#name.replace(/\.sdoc$/i, ""),
      place: `${this.#name}:${line}`,
    };
    this.#nodes.push(node);
    this.#node = node;
    return node;
  }

  #close(tag: string, line: number): void {
    const last = this.#open.at(-1);
    if (last?.tag === tag) this.#open.pop();
    else
      this.#fault(
        line,
        `[[/${tag}]] closes ${last ? `[[${last.tag}]] of line ${last.line}` : "nothing that is open"}`,
        null,
      );
  }

  #takeField(node: DocumentNode, { name, value, line }: { name: string; value: string; line: number }): void {
    this.#isInRelations = name === "RELATIONS" || name === "REFS";
    if (this.#isInRelations) return;
    if (value === ">>>") this.#long = { node, field: name, lines: [], line, end: /^<<<\s*$/ };
    else this.#set(node, name, value);
  }

  #takeLong({ node, field, lines, end }: LongField, line: string): void {
    if (!end.test(line)) return void lines.push(line);
    this.#long = null;
    this.#set(node, field, lines.join("\n").trim());
  }

  /** A field may stand there twice: comments do. */
  #set(node: DocumentNode, name: string, value: string): void {
    node.fields[name] = node.fields[name] === undefined ? value : `${node.fields[name]}\n\n${value}`;
  }

  #takeRelation({ relations }: DocumentNode, line: string, number: number): void {
    const [, item, name, value = ""] = /^(- |\s+)([A-Z_]+): (.*)$/.exec(line) ?? [];
    if (item === "- " && name === "TYPE")
      relations.push({ type: value.trim(), role: "", value: "", place: `${this.#name}:${number}` });
    const last = relations.at(-1);
    if (name === undefined || !last) this.#fault(number, `${quote(line)} is no relation; expected - TYPE: and VALUE:`);
    else if (name === "VALUE" || (name === "PATH" && last.value === "")) last.value = value.trim();
    else if (name === "ROLE") last.role = value.trim();
  }

  #fault(line: number, what: string, node: DocumentNode | null = this.#node): void {
    this.#problems.add(`${this.#name}:${line}: ${what}`);
    if (node) this.#faulty.add(node);
  }
}

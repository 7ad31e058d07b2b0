import { quote } from "../../folder/quote.ts";
import type { ReadContext } from "../source.ts";
import { spokenSections, spokenSettings } from "./languages.ts";

/** A test, a task or a keyword: rows of cells, without what is empty or a comment. */
export interface RobotBlock {
  kind: "test" | "task" | "keyword";
  name: string;
  /** `[Tags]`, `[Documentation]` and the like, by name in lower case; continued rows are parted by line ends. */
  settings: Map<string, string[]>;
  steps: string[];
  line: number;
}

export interface RobotFile {
  settings: Map<string, string[]>;
  blocks: RobotBlock[];
  /** Rows before the first section: to Robot Framework a comment. */
  rowsAbove: number;
}

const IN_ENGLISH: Readonly<Record<string, string>> = {
  setting: "settings",
  variable: "variables",
  "test case": "test",
  task: "task",
  keyword: "keyword",
  "user keyword": "keyword",
  comment: "comments",
};

/** Settings that a suite, a test or a keyword may have without a value. */
const MAY_BE_EMPTY =
  /^(?:documentation|metadata|name|library|resource|variables|arguments|return|(?:suite |test |task )?(?:setup|teardown|template|timeout)|(?:test |task |keyword |default |force )?tags)$/;

/** A suite or resource file of Robot Framework. What is no row of its sections is a problem. */
export function readRobot(text: string, name: string, problems: ReadContext["problems"]): RobotFile {
  const reader = new RobotReader(name, problems);
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) reader.take(line, at + 1);
  const { settings, blocks, rowsAbove } = reader;
  return { settings, blocks, rowsAbove };
}

class RobotReader {
  readonly settings = new Map<string, string[]>();
  readonly blocks: RobotBlock[] = [];
  rowsAbove = 0;
  readonly #name: string;
  readonly #problems: ReadContext["problems"];
  readonly #sections = spokenSections();
  readonly #names = spokenSettings();
  #section = "";
  /** What a row that begins with `...` goes on with. */
  #last: string[] | null = null;

  constructor(name: string, problems: ReadContext["problems"]) {
    this.#name = name;
    this.#problems = problems;
  }

  take(line: string, number: number): void {
    const header = /^\*+\s*([^*]+?)\s*\**(?:\s{2,}.*)?$/.exec(line)?.[1];
    if (header !== undefined) this.#begin(header, number);
    else if (/^\*\S/.test(line))
      this.#problems.add(
        `${this.#name}:${number}: it begins with * and names no section; expected such as *** Test Cases ***`,
      );
    else {
      const cells = cellsOf(line);
      if (cells.some((cell) => cell !== "")) this.#takeRow(cells, number);
    }
  }

  #begin(header: string, number: number): void {
    const said = header.toLowerCase().replace(/\s+/g, " ");
    const known = IN_ENGLISH[said.replace(/s$/, "")] ?? this.#sections.get(said);
    this.#section = known ?? "comments";
    this.#last = null;
    if (known === undefined)
      this.#problems.add(
        `${this.#name}:${number}: there is no section ${quote(header)}; expected Settings, Variables, Test Cases, Tasks, Keywords or Comments, in a language of Robot Framework`,
      );
  }

  #takeRow(cells: readonly string[], number: number): void {
    const [first = "", ...rest] = cells;
    const isBlock = this.#section === "test" || this.#section === "task" || this.#section === "keyword";
    const dots = cells.find((cell) => cell !== "");
    if (this.#section === "" && !/^language:/i.test(first)) this.rowsAbove++;
    if (dots === "...") this.#continue(cells.slice(cells.indexOf("...") + 1), number);
    else if (this.#section === "settings") this.#last = this.#set(this.settings, [first, ...rest], number);
    else if (this.#section === "variables" && !/^(?:[$@&%]\{|$)/.test(first))
      this.#problems.add(`${this.#name}:${number}: ${quote(first)} is no name of a variable, such as \${NAME}`);
    else if (isBlock && first !== "") {
      this.blocks.push({
        kind: this.#section as RobotBlock["kind"],
        name: first,
        settings: new Map(),
        steps: [],
        line: number,
      });
      if (rest.some((cell) => cell !== "")) this.#takeStep(rest, number);
    } else if (isBlock && this.blocks.length > 0) this.#takeStep(rest, number);
    else if (isBlock)
      this.#problems.add(
        `${this.#name}:${number}: a step stands before any name; expected the name of a ${this.#section} at the start of a line`,
      );
  }

  #takeStep(cells: readonly string[], number: number): void {
    const block = this.blocks.at(-1) as RobotBlock;
    const filled = cells.slice(cells.findIndex((cell) => cell !== ""));
    const name = /^\[(.+)\]$/.exec(filled[0] ?? "")?.[1];
    if (name !== undefined) this.#last = this.#set(block.settings, [name, ...filled.slice(1)], number);
    else {
      this.#last = null;
      block.steps.push(filled.join("    ").trimEnd());
    }
  }

  #continue(cells: readonly string[], number: number): void {
    const block = this.blocks.at(-1);
    if (this.#last) this.#last.push("\n", ...cells);
    else if (block && block.steps.length > 0) block.steps.push(`    ${cells.join("    ")}`);
    else if (this.#section !== "variables" && this.#section !== "comments" && this.#section !== "")
      this.#problems.add(`${this.#name}:${number}: there is no line above for ... to continue`);
  }

  #set(settings: Map<string, string[]>, [name = "", ...cells]: readonly string[], number: number): string[] {
    const said = name.toLowerCase().replace(/\s+/g, " ");
    const key = this.#names.get(said) ?? said;
    if (cells.every((cell) => cell === "") && !MAY_BE_EMPTY.test(key))
      this.#problems.add(`${this.#name}:${number}: there is no setting ${quote(name)}, and it has no value`);
    const values = [...(settings.has(key) ? [...(settings.get(key) as string[]), "\n"] : []), ...cells];
    settings.set(key, values);
    return values;
  }
}

/** Cells of a line: parted by two blanks or more, by a tab, or, where it begins so, by bars. A cell that begins with # ends it. */
function cellsOf(line: string): string[] {
  const cells = /^\|\s/.test(line)
    ? line
        .slice(1)
        .replace(/\s+\|\s*$/, "")
        .split(/\s\|(?=\s|$)/)
        .map((cell) => cell.trim())
    : line
        .replaceAll("\u00a0", " ")
        .trimEnd()
        .split(/\t\s*| {2,}\s*/);
  const end = cells.findIndex((cell) => cell.startsWith("#"));
  return (end < 0 ? cells : cells.slice(0, end)).map((cell) => cell.trim());
}

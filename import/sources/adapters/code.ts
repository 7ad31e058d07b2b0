import { countOf } from "../../../base/counts.ts";
import { languageOf } from "../code/languages.ts";
import type { CodePart } from "../code/parse-code.ts";
import { readCode } from "../code/read-code.ts";
import { type PlacedPart, resolveCode } from "../code/resolve.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";

export const codeAdapter: SourceAdapter = {
  name: "code",
  reads: "source code in TypeScript, Python, Java, C and C++: a file, or a folder",
  keeps:
    "each function, method, class and test with its text, file and lines; members, calls, inheritance and what tests cover, where the name means one thing here",
  drops:
    "statements outside of functions, calls of libraries and names that several things have (counted), functions without a name",
  claim,
  read,
};

/** Surer than a third, so that a folder of programs is one; less than any format that reads something out of programs. */
function claim(file: SourceFile): Claim | null {
  return languageOf(file.name) ? { certainty: 0.5, why: `${file.name} is source code` } : null;
}

const MOST_SAID = 10;

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const notes: string[] = [];
  const left = { lines: 0, comments: 0 };
  const wanted = files.filter(({ name }) => languageOf(name));
  const parts = (
    await readEach(wanted, context, async (file) => {
      const { text, note } = await decodeFile(file);
      if (note) notes.push(note);
      const language = languageOf(file.name);
      if (!language) return [];
      const { parts: found, faults, comments } = await readCode(text, language, file.name);
      if (faults > 0) notes.push(`${file.name}: ${countOf(faults, "place")} that the grammar does not read`);
      const [outsideLines, isComment] = [linesOutside(text, found), new Set(comments)];
      left.lines += outsideLines.length;
      left.comments += outsideLines.filter((line) => isComment.has(line)).length;
      return placed(found, file.name);
    })
  ).flat();
  const { links, ambiguous, outside } = resolveCode(parts);
  const typeOf = typesOf(parts);
  const items = parts.map((part) => ({
    id: part.id,
    type: typeOf(part),
    title: [...part.around, part.name].join("."),
    text: part.text,
    meta: { file: part.file, lines: `${part.line}-${part.endLine}`, name: part.name },
    links: links.get(part.id) ?? [],
    place: `${part.file}:${part.line}`,
  }));
  const count = (kind: string) => parts.filter((part) => part.kind === kind).length;
  return contentOfItems(items, {
    counts: {
      files: wanted.length,
      functions: count("function"),
      classes: count("class"),
      tests: count("test"),
      ambiguous: ambiguous.length,
      outside,
    },
    roles: {
      function: { role: "message" },
      class: { role: "protocol" },
      [TEST]: { role: "test_case" },
      [TEST_CLASS]: { role: "other" },
    },
    notes: [
      ...notes,
      ...sayLeft(left),
      ...(ambiguous.length > 0
        ? [
            `${countOf(ambiguous.length, "name means", "names mean")} several things, so no link is made: ${ambiguous.slice(0, MOST_SAID).join("; ")}${ambiguous.length > MOST_SAID ? `; and ${ambiguous.length - MOST_SAID} more` : ""}`,
          ]
        : []),
    ],
  });
}

function sayLeft({ lines, comments }: { lines: number; comments: number }): string[] {
  if (lines === 0) return [];
  const comment = comments > 0 ? `, ${comments} of them comments` : "";
  return [`${countOf(lines, "line")} outside of functions and classes left out${comment}`];
}

/** Such as imports, by number. */
function linesOutside(text: string, parts: readonly { line: number; endLine: number }[]): number[] {
  const within = new Set<number>();
  for (const { line, endLine } of parts) for (let at = line; at <= endLine; at++) within.add(at);
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => (line.trim() !== "" && !within.has(at + 1) ? [at + 1] : []));
}

/** As reports of test runs name them too (`join-tests.ts`). */
const TEST = "test_case";
/** A class of tests is nothing that a test exercises. */
const TEST_CLASS = "test_class";

function typesOf(parts: readonly PlacedPart[]): (part: PlacedPart) => string {
  const pathOf = (file: string, names: readonly string[]) => `${file} ${names.join(".")}`;
  const holders = new Set(parts.filter(({ kind }) => kind === "test").map(({ file, around }) => pathOf(file, around)));
  return ({ kind, file, around, name }) => {
    if (kind === "test") return TEST;
    return kind === "class" && holders.has(pathOf(file, [...around, name])) ? TEST_CLASS : kind;
  };
}

/** Ids by file and name; of overloads the second gets #2. */
function placed(parts: readonly CodePart[], file: string): PlacedPart[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const name = `${file}::${[...part.around, part.name].join(".")}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { ...part, file, id: times === 1 ? name : `${name}#${times}` };
  });
}

import { quote } from "../../folder/quote.ts";
import { EXPECTED, makeOftItem, OFT_ID, type OftFindings, type OftItem, sayBetween, wordsOf } from "./ids.ts";

const WHOLE_ID = new RegExp(`^${OFT_ID}$`, "u");
const ASCIIDOC_ITEM = /^\[(?:\.specitem|role="?specitem"?)[^\]]*oft-sid=/;
const ATTRIBUTE = /oft-([a-z]+)=(?:"([^"]*)"|([^,\]]*))/g;
const TITLE = /^(?:=+ |\.(?=[^.\s]))(.*)$/;
const DELIMITER = /^(--|={4,}|\*{4,}|_{4,}|-{4,}|\+{4,})\s*$/;

/** Specification items in AsciiDoc: `[.specitem,oft-sid="dsn~a~1",oft-needs="impl"]` above a block or a paragraph. */
export function readOftAsciidoc(text: string, name: string, { problems, notes }: OftFindings): OftItem[] {
  const lines = text.split(/\r\n|\r|\n/);
  let title = "";
  let between = 0;
  /** The first line behind the item that was read last. */
  let next = 0;
  const items = lines.flatMap((line, at) => {
    const own = TITLE.exec(line)?.[1];
    title = own ?? title;
    if (!ASCIIDOC_ITEM.test(line)) {
      if (at >= next && own === undefined && line.trim() !== "" && !DELIMITER.test(line)) between++;
      return [];
    }
    const said = Object.fromEntries(
      [...line.matchAll(ATTRIBUTE)].map(([, key, quoted, bare]) => [key as string, quoted ?? bare ?? ""]),
    );
    if (!WHOLE_ID.test(said.sid ?? "")) {
      problems.add(`${name}:${at + 1}: oft-sid is ${quote(said.sid ?? "")}; expected ${EXPECTED}`);
      return [];
    }
    const item = makeOftItem(said.sid as string, `${name}:${at + 1}`);
    const titled = /^\.(?=[^.\s])(.*)$/.exec(lines[at + 1] ?? "")?.[1];
    const block = blockAt(lines, at + (titled === undefined ? 1 : 2));
    next = Math.max(next, block.end);
    return [
      {
        ...item,
        title: titled ?? title,
        text: block.text,
        covers: wordsOf(said.covers ?? ""),
        depends: wordsOf(said.depends ?? ""),
        needs: wordsOf(said.needs ?? ""),
        tags: wordsOf(said.tags ?? ""),
        meta: said.status ? { status: said.status } : ({} as Record<string, string>),
      },
    ];
  });
  notes.push(...sayBetween(name, between));
  return items;
}

/** A block between two equal delimiters, or the lines up to an empty one. */
function blockAt(lines: readonly string[], start: number): { text: string; end: number } {
  const delimiter = DELIMITER.exec(lines[start] ?? "")?.[1];
  const first = delimiter === undefined ? start : start + 1;
  const rest = lines.slice(first);
  const found = rest.findIndex((line) => (delimiter === undefined ? line.trim() === "" : line.trim() === delimiter));
  const length = found < 0 ? rest.length : found;
  return { text: rest.slice(0, length).join("\n").trim(), end: first + length };
}

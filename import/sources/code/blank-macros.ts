import type Parser from "web-tree-sitter";

/**
 * A program of C or C++ without the macros that stand around its declarations, `API_ int f() LOCKS(mutex) {`: each by as many blanks, so
 * that all else stays in its place. What they stand for is written elsewhere, and a grammar takes them for types and functions. A macro is
 * a name in capitals, with arguments or without, where no name can stand otherwise. Null where there is none.
 */
export function blankMacros(text: string, root: Parser.SyntaxNode): string | null {
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to } of macrosIn(leavesOf(root))) {
    pieces.push(text.slice(done, from), text.slice(from, to).replace(/[^\r\n]/g, " "));
    done = to;
  }
  return pieces.length === 0 ? null : [...pieces, text.slice(done)].join("");
}

interface Place {
  from: number;
  to: number;
}

interface Leaf extends Place {
  text: string;
  /** By its looks. */
  isMacro: boolean;
}

/** What a program is made of, in its order, but for comments and what the preprocessor reads. */
function leavesOf(root: Parser.SyntaxNode): Leaf[] {
  const leaves: Leaf[] = [];
  const cursor = root.walk();
  const enter = (): boolean => {
    const ofDirective =
      /^#(?:el)?if/.test(leaves.at(-1)?.text ?? "") && /^(?:condition|name)$/.test(cursor.currentFieldName);
    const isRead = ofDirective || /^preproc_(?!if|el)|^comment$/.test(cursor.nodeType);
    if (!isRead && cursor.gotoFirstChild()) return true;
    const { nodeType, nodeText: text, startIndex: from, endIndex: to } = cursor;
    const isMacro = /identifier$/.test(nodeType) && MACRO.test(text);
    if (!isRead && to > from) leaves.push({ text, from, to, isMacro });
    return false;
  };
  try {
    for (;;) {
      if (enter()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return leaves;
    }
  } finally {
    cursor.delete();
  }
}

const MACRO = /^[A-Z][A-Z0-9_]{2,}$/;
const WORD = /^[\p{L}_]/u;
/** A declaration begins behind one of these, or goes on to its type or name. */
const BEGINS =
  /^(?:[;{}>:]|#(?:if|el|endif).*|class|struct|union|enum|static|inline|extern|virtual|explicit|friend|constexpr|const|)$/;
const OF_CLASS = /^(?:class|struct|union|enum)$/;
/** Words behind which a value stands, and no declaration. */
const OF_VALUE = /^(?:return|throw|new|delete|case|goto|using|namespace|operator|typename|sizeof)$/;
/** What follows parameters, beside macros. */
const TRAILS = /^(?:const|override|final|noexcept|volatile)$/;

function macrosIn(leaves: readonly Leaf[]): Place[] {
  const macros: Place[] = [];
  const closings = closingsOf(leaves);
  const textAt = (at: number) => leaves[at]?.text ?? "";
  // What stands before, macros left out.
  let before = "";
  for (let at = 0; at < leaves.length; at++) {
    const leaf = leaves[at]!;
    const end = closings.get(at + 1) ?? at;
    const around = { before, after: textAt(end + 1), next: textAt(end + 2), hasArguments: end > at };
    if (leaf.isMacro && (standsBefore(around) || standsBehind(around) || isBesideText(around))) {
      macros.push({ from: leaf.from, to: leaves[end]!.to });
      at = end;
    } else before = leaf.text;
  }
  return macros;
}

/** For each opening parenthesis the place of its closing one. */
function closingsOf(leaves: readonly Leaf[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { text }] of leaves.entries()) {
    if (text === "(") open.push(at);
    const opened = text === ")" ? open.pop() : undefined;
    if (opened !== undefined) closings.set(opened, at);
  }
  return closings;
}

interface Around {
  before: string;
  after: string;
  next: string;
  hasArguments: boolean;
}

/** `API_ int f(`, `class API_ A`, `int CALL f(`, `WARNINGS_OFF(4251) int f(`; but a type in `HANDLE f(`. */
function standsBefore({ before, after, next, hasArguments }: Around): boolean {
  if (hasArguments && BEGINS.test(before) && /^[}#]/.test(after)) return true;
  if (!WORD.test(after) && after !== "~") return false;
  if (BEGINS.test(before)) return hasArguments || OF_CLASS.test(before) || !/^(?:[(;=[,){]|)$/.test(next);
  return !hasArguments && (/^[*&]$/.test(before) || (WORD.test(before) && !OF_VALUE.test(before)));
}

/** `"at %" PRIu64 "\n"`. */
function isBesideText({ before, after }: Around): boolean {
  return /^\w*"$/.test(before) || /^\w*"$/.test(after);
}

/** `f() LOCKS(mutex) {`, `f() const NOEXCEPT_ override`. */
function standsBehind({ before, after, hasArguments }: Around): boolean {
  if (before !== ")" && !TRAILS.test(before)) return false;
  return /^[{:]$/.test(after) || TRAILS.test(after) || MACRO.test(after) || (after === ";" && !hasArguments);
}

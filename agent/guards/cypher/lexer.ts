import { GuardRefusal, placeOf } from "../refusal.ts";

type TokenType = "name" | "quoted_name" | "string" | "number" | "parameter" | "sign" | "end";

export interface Token {
  type: TokenType;
  /** A name, a string's value, a number or sign as written. */
  text: string;
  /** Position in the query, in characters from 0. */
  at: number;
  /** Position after the last character. */
  end: number;
}

/** Longer queries are refused: deep chains of operators would exhaust the stack of what walks them. */
const MAX_TOKENS = 3000;

const MAX_NAME_BYTES = 55;

const SKIP = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /0x[0-9a-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
// Longest first. `..` before `.`; `!=` and `+=` only to name them in an error.
const SIGN = /\.\.|<>|<=|>=|=~|!=|\+=|[()[\]{}.,:;|=<>+\-*/%^!&$]/y;
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
// Without a backslash: Neo4j reads \u0060 as a backtick before it looks at anything else, which would end the name.
const QUOTED_NAME = /`(?:[^`\\]|``)+`/y;

/**
 * The tokens of a query, an `end` token last. Comments are dropped.
 * @throws GuardRefusal `cypher_syntax` on text that is no token, `cypher_too_long` past 3,000 tokens
 */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skip(query, 0); at < query.length; at = skip(query, tokens.at(-1)!.end)) {
    if (tokens.length >= MAX_TOKENS)
      throw new GuardRefusal("cypher_too_long", `The query has more than ${MAX_TOKENS} words and signs.`, {
        hint: "Write a shorter query.",
      });
    tokens.push(tokenAt(query, at));
  }
  tokens.push({ type: "end", text: "", at: query.length, end: query.length });
  return tokens;
}

function skip(query: string, at: number): number {
  SKIP.lastIndex = at;
  SKIP.exec(query);
  return Math.max(at, SKIP.lastIndex);
}

function tokenAt(query: string, at: number): Token {
  const token = (type: TokenType, source: string, text: string): Token => ({ type, text, at, end: at + source.length });
  const string = match(STRING, query, at);
  if (string !== null) return token("string", string, unescaped(string, query, at));
  const quoted = match(QUOTED_NAME, query, at);
  if (quoted !== null) return token("quoted_name", quoted, checkedName(quoted.slice(1, -1), query, at));
  const name = match(NAME, query, at);
  if (name !== null) return token("name", name, checkedName(name, query, at));
  const number = match(NUMBER, query, at);
  if (number !== null) return token("number", number, number);
  const sign = match(SIGN, query, at);
  if (sign !== null) return token("sign", sign, sign);
  const what = /['"`]/.test(query[at]!)
    ? "an unclosed quotation (or a name with a backslash)"
    : query.startsWith("/*", at)
      ? "an unclosed comment"
      : `"${query[at]}"`;
  throw new GuardRefusal("cypher_syntax", `Found ${what} (${placeOf(query, at)}).`, {
    hint: "Check quotes and signs.",
    position: at,
  });
}

/** PostgreSQL cuts names after 63 bytes; Neo4j reads `\\u0060` in one for what it stands for. */
function checkedName(name: string, query: string, at: number): string {
  if (!/[\\\p{Cc}]/u.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES) return name.replaceAll("``", "`");
  throw new GuardRefusal(
    "cypher_syntax",
    `A name has a backslash, a control character or more than ${MAX_NAME_BYTES} bytes (${placeOf(query, at)}).`,
    { hint: "Use a plain short name.", position: at },
  );
}

function match(pattern: RegExp, query: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(query)?.[0] ?? null;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "`": "`",
  "/": "/",
};

function unescaped(literal: string, query: string, at: number): string {
  const value = literal
    .slice(1, -1)
    .replace(
      /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g,
      (_all, short?: string, long?: string, one?: string) => {
        if (one === undefined) return codePoint(Number.parseInt(short ?? long ?? "", 16));
        return ESCAPES[one] ?? "\0";
      },
    );
  if (!value.includes("\0")) return value;
  throw new GuardRefusal(
    "cypher_syntax",
    `A string has an unknown escape or a NUL character (${placeOf(query, at)}).`,
    {
      hint: "Known escapes: \\\\ \\' \\\" \\n \\t \\r \\b \\f \\uXXXX. Write a backslash as \\\\.",
      position: at,
    },
  );
}

function codePoint(value: number): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : "\0";
}

import { GuardRefusal, placeOf } from "../refusal.ts";
import { type Token, tokenize } from "./lexer.ts";

/** Deepest nesting of parentheses, lists, maps and the like. */
const MAX_DEPTH = 100;

/** Words that end a clause or an expression, so that they are no variable. */
const RESERVED = new Set(
  "match optional where with return unwind order by skip limit union all as distinct and or xor not in is null starts ends contains case when then else end true false exists count asc ascending desc descending call".split(
    " ",
  ),
);
/** Reserved words that may still name a thing: `count`, `end`, `all` and the like stand in many models' queries. */
const SOFT = new Set([
  "count",
  "exists",
  "all",
  "end",
  "starts",
  "ends",
  "contains",
  "by",
  "asc",
  "ascending",
  "desc",
  "descending",
  "call",
]);

/** A cursor over a query's tokens. */
export class TokenReader {
  readonly query: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(query: string) {
    this.query = query;
    this.#tokens = tokenize(query);
  }

  get current(): Token {
    return this.peek(0);
  }

  /** A token ahead of the cursor, or behind it. */
  peek(ahead: number): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)]!;
  }

  advance(): Token {
    const token = this.current;
    if (token.type !== "end") this.#next++;
    return token;
  }

  isSign(sign: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.type === "sign" && token.text === sign;
  }

  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.type === "name" && token.text.toUpperCase() === word;
  }

  acceptSign(sign: string): boolean {
    const found = this.isSign(sign);
    if (found) this.advance();
    return found;
  }

  acceptWord(word: string): boolean {
    const found = this.isWord(word);
    if (found) this.advance();
    return found;
  }

  expectSign(sign: string): void {
    if (!this.acceptSign(sign)) throw this.unexpected(`"${sign}"`);
  }

  expectWord(word: string): void {
    if (!this.acceptWord(word)) throw this.unexpected(word);
  }

  /** A variable's or alias' name. */
  isName(ahead = 0): boolean {
    const { type, text } = this.peek(ahead);
    return (
      type === "quoted_name" || (type === "name" && (!RESERVED.has(text.toLowerCase()) || SOFT.has(text.toLowerCase())))
    );
  }

  expectName(what: string): string {
    if (!this.isName()) throw this.unexpected(what);
    return this.advance().text;
  }

  /** A label, type or property key: any word will do, reserved or not. */
  expectKey(what: string): string {
    if (this.current.type !== "name" && this.current.type !== "quoted_name") throw this.unexpected(what);
    return this.advance().text;
  }

  /** Reads something nested. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH)
      throw this.refusal(
        "cypher_too_long",
        `The query is nested more than ${MAX_DEPTH} deep.`,
        "Write a simpler query.",
      );
    const value = read();
    this.#depth--;
    return value;
  }

  /** What `read` gives, or null with the cursor where it was when it meets a syntax error. */
  attempt<T>(read: () => T | null): T | null {
    const [next, depth] = [this.#next, this.#depth];
    try {
      const value = read();
      if (value !== null) return value;
    } catch (error) {
      if (!(error instanceof GuardRefusal && error.code === "cypher_syntax")) throw error;
    }
    [this.#next, this.#depth] = [next, depth];
    return null;
  }

  unexpected(expected: string): GuardRefusal {
    if (this.isSign("$") && ["name", "quoted_name", "number"].includes(this.peek(1).type))
      return this.refusal("cypher_unsupported", "There are no parameters.", "Write the value into the query.");
    const found = this.current.type === "end" ? "the end" : `"${this.current.text}"`;
    return this.refusal("cypher_syntax", `Expected ${expected}, found ${found}.`, "Check the query at this place.");
  }

  refusal(code: GuardRefusal["code"], message: string, hint: string, at = this.current.at): GuardRefusal {
    return new GuardRefusal(code, `${message} (${placeOf(this.query, at)})`, { hint, position: at });
  }
}

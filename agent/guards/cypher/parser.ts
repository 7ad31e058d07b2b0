import type { Expression } from "./ast.ts";
import { TokenReader } from "./token-reader.ts";

interface Mention {
  name: string;
  at: number;
}

/** What the check looks at, gathered while reading. */
export interface QueryFacts {
  labels: Mention[];
  types: Mention[];
  functions: Mention[];
  ranges: { min: number; max: number | null; at: number }[];
  /** Relationships in all patterns of one MATCH, or of one test. */
  joins: { count: number; at: number }[];
}

/** State of one parse: the cursor, the facts so far, and the names that list comprehensions have bound. */
export class CypherParser {
  readonly reader: TokenReader;
  readonly facts: QueryFacts = { labels: [], types: [], functions: [], ranges: [], joins: [] };
  readonly #locals: string[] = [];
  readonly #parseExpression: (parser: CypherParser) => Expression;

  /** Expressions hold patterns that hold expressions: how one is read is handed in, so that no file imports itself. */
  constructor(query: string, parseExpression: (parser: CypherParser) => Expression) {
    this.reader = new TokenReader(query);
    this.#parseExpression = parseExpression;
  }

  expression(): Expression {
    return this.reader.nested(() => this.#parseExpression(this));
  }

  isLocal(name: string): boolean {
    return this.#locals.includes(name);
  }

  /** Reads with a name bound by a comprehension. */
  withLocal<T>(name: string, read: () => T): T {
    this.#locals.push(name);
    const value = read();
    this.#locals.pop();
    return value;
  }
}

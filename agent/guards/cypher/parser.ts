import type { Expression } from "./ast.ts";
import { parseExpression } from "./parse-expressions.ts";
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
}

/** State of one parse: the cursor, the facts so far, and the names that list comprehensions have bound. */
export class CypherParser {
  readonly reader: TokenReader;
  readonly facts: QueryFacts = { labels: [], types: [], functions: [], ranges: [] };
  readonly #locals: string[] = [];

  constructor(query: string) {
    this.reader = new TokenReader(query);
  }

  expression(): Expression {
    return this.reader.nested(() => parseExpression(this));
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

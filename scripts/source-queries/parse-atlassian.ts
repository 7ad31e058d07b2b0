/**
 * CQL and JQL as their documentation has them, read by recursive descent. It shares nothing with the writers in `db/sources/`: what they
 * write is held against what this reads.
 */
export type QueryTree =
  | { type: "and" | "or"; of: QueryTree[] }
  | { type: "not"; of: QueryTree }
  | { type: "clause"; field: string; operator: string; value: string | string[] | LuceneTree[] };

/** What Lucene makes of the operand of `~`. */
type LuceneTree = { type: "look for"; text: string } | { type: "operator"; sign: string };

type Token = { type: "text" | "sign" | "word"; text: string };

/** @throws Error where it is no query of the language */
export function parseAtlassian(query: string): QueryTree {
  const tokens = tokensOf(query);
  let position = 0;
  const peek = (): Token | undefined => tokens[position];
  const isWord = (word: string): boolean => peek()?.type === "word" && peek()?.text.toUpperCase() === word;
  const take = (): Token => {
    const token = tokens[position++];
    if (!token) throw new Error("the query ends too early");
    return token;
  };
  const takeSign = (sign: string): void => {
    const { type, text } = take();
    if (type !== "sign" || text !== sign) throw new Error(`expected ${sign}, found ${text}`);
  };

  function either(): QueryTree {
    const of = [both()];
    for (; isWord("OR"); of.push(both())) take();
    return of.length === 1 ? (of[0] as QueryTree) : { type: "or", of };
  }

  function both(): QueryTree {
    const of = [one()];
    for (; isWord("AND"); of.push(one())) take();
    return of.length === 1 ? (of[0] as QueryTree) : { type: "and", of };
  }

  function one(): QueryTree {
    if (isWord("NOT")) {
      take();
      return { type: "not", of: one() };
    }
    if (peek()?.type === "sign" && peek()?.text === "(") {
      take();
      const inner = either();
      takeSign(")");
      return inner;
    }
    return clause();
  }

  function clause(): QueryTree {
    const field = take().text;
    const operator = take().text.toUpperCase();
    if (operator === "IN") return { type: "clause", field, operator, value: list() };
    const { type, text } = take();
    if (type === "sign") throw new Error(`expected a value, found ${text}`);
    return { type: "clause", field, operator, value: operator === "~" ? parseLucene(text) : text };
  }

  function list(): string[] {
    takeSign("(");
    const values = [take().text];
    for (; peek()?.text === ","; values.push(take().text)) take();
    takeSign(")");
    return values;
  }

  const tree = either();
  if (position < tokens.length) throw new Error(`expected the end, found ${tokens[position]?.text}`);
  return tree;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < query.length; ) {
    const sign = query.charAt(at);
    if (/\s/.test(sign)) at++;
    else if (sign === '"' || sign === "'") {
      const { text, end } = readString(query, at);
      tokens.push({ type: "text", text });
      at = end;
    } else {
      const operator = /^(?:[<>!]=|!~|[()=~<>,])/.exec(query.slice(at, at + 2))?.[0];
      const text = operator ?? (/^[^\s"'()=~<>,!]+/.exec(query.slice(at))?.[0] as string | undefined);
      if (!text) throw new Error(`${sign} stands outside of quotes`);
      tokens.push({ type: operator ? "sign" : "word", text });
      at += text.length;
    }
  }
  return tokens;
}

function readString(query: string, start: number): { text: string; end: number } {
  let text = "";
  for (let at = start + 1; at < query.length; at++) {
    const sign = query.charAt(at);
    if (sign === query.charAt(start)) return { text, end: at + 1 };
    if (sign !== "\\") text += sign;
    else {
      const escaped = query.charAt(++at);
      if (escaped === "u") {
        text += String.fromCharCode(Number.parseInt(query.slice(at + 1, at + 5), 16));
        at += 4;
      } else text += ESCAPES[escaped] ?? escaped;
    }
  }
  throw new Error("a string has no end");
}

/** https://lucene.apache.org/core/9_0_0/queryparser/: phrases in quotes, backslash before any sign, everything else of its list an operator. */
function parseLucene(operand: string): LuceneTree[] {
  const trees: LuceneTree[] = [];
  for (let at = 0; at < operand.length; ) {
    const sign = operand.charAt(at);
    if (sign === " ") at++;
    else if (sign === '"') {
      const { text, end } = readString(operand, at);
      trees.push({ type: "look for", text });
      at = end;
    } else if (/[-+&|!(){}[\]^~*?:/\\]/.test(sign)) {
      trees.push({ type: "operator", sign });
      at++;
    } else {
      const word = /^[^\s"+\-&|!(){}[\]^~*?:/\\]+/.exec(operand.slice(at))?.[0] ?? sign;
      trees.push(
        /^(?:AND|OR|NOT|TO)$/.test(word) ? { type: "operator", sign: word } : { type: "look for", text: word },
      );
      at += word.length;
    }
  }
  return trees;
}

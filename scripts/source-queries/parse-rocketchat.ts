/**
 * What Rocket.Chat reads in a search: filters such as `from:`, taken out wherever they stand, and then an expression between two slashes with
 * flags (https://docs.rocket.chat/docs/search-messages). The expression is read as a grammar, of the little that texts are looked for by.
 */
export type RocketChatTree =
  | { type: "filter"; text: string }
  | { type: "words"; text: string }
  | { type: "all" | "any"; of: string[] };

/** @throws Error where it is no expression, or one that looks for something else than texts */
export function parseRocketChat(query: string): RocketChatTree {
  const [filter] = /(?:^|\s)?[a-z-]+:\S*/i.exec(query) ?? [];
  if (filter !== undefined) return { type: "filter", text: filter };
  if (!/^\/.+\/[imxsu]*$/u.test(query)) return { type: "words", text: query };
  const [, expression = "", flags, ...rest] = query.split("/");
  if (rest.length > 0 || flags !== "i") throw new Error(`cut off at a slash, or with flags ${flags}`);
  return expression.startsWith("^") ? readAll(expression.slice(1)) : readAny(expression);
}

/** `(?=[\s\S]*…)` again and again: each text stands somewhere. */
function readAll(expression: string): RocketChatTree {
  const of: string[] = [];
  let rest = expression;
  while (rest !== "") {
    const { text, end } = readGroup(rest, "(?=[\\s\\S]*");
    of.push(...text);
    if (text.length !== 1) throw new Error("an alternative inside of what must stand there");
    rest = rest.slice(end);
  }
  return { type: "all", of };
}

function readAny(expression: string): RocketChatTree {
  const { text, end } = readGroup(expression, "(");
  if (end !== expression.length) throw new Error(`more after the group: ${expression.slice(end)}`);
  return { type: "any", of: text };
}

/** Alternatives up to the group's end. */
function readGroup(expression: string, start: string): { text: string[]; end: number } {
  if (!expression.startsWith(start)) throw new Error(`expected ${start}, found ${expression.slice(0, 20)}`);
  const text = [""];
  for (let at = start.length; at < expression.length; ) {
    const rest = expression.slice(at);
    if (rest.startsWith(")")) return { text, end: at + 1 };
    const sign = readSign(rest);
    if (sign.text === null) text.push("");
    else text[text.length - 1] += sign.text;
    at += sign.length;
  }
  throw new Error("a group has no end");
}

/** One sign that is looked for; null where the next alternative begins. */
function readSign(rest: string): { text: string | null; length: number } {
  if (rest.startsWith("|")) return { text: null, length: 1 };
  if (rest.startsWith("\\s+")) return { text: " ", length: 3 };
  const [number, code] = /^\\x([0-9a-f]{2})/.exec(rest) ?? [];
  if (number && code) return { text: String.fromCharCode(Number.parseInt(code, 16)), length: number.length };
  const [sign = ""] = rest;
  if (/[\\^$.*+?()[\]{}/]/.test(sign)) throw new Error(`${sign} means something`);
  return { text: sign, length: sign.length };
}

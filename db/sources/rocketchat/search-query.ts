import type { SourceQuery } from "../port.ts";

/**
 * Rocket.Chat takes what stands between two slashes for a regular expression, and takes `from:`, `on:` and the like out of it first. So
 * letters and digits stand as they are, and every other sign of ASCII by its number: no text can end the expression or be a filter.
 */
export function writeRocketChatQuery({ keywords, match }: Pick<SourceQuery, "keywords" | "match">): string {
  const phrases = keywords.map(phrase);
  return match === "any" ? `/(${phrases.join("|")})/i` : `/^${phrases.map((one) => `(?=[\\s\\S]*${one})`).join("")}/i`;
}

function phrase(keyword: string): string {
  return keyword.replace(/\s+|[^\s\p{L}\p{N}]/gu, (sign) => {
    if (/^\s/.test(sign)) return "\\s+";
    const code = sign.codePointAt(0)!;
    return code < 128 ? `\\x${code.toString(16).padStart(2, "0")}` : sign;
  });
}

import { plainLine } from "../../../print/text.ts";

/**
 * Markdown that shows the text and nothing else. Everything but letters, digits and spaces becomes a character
 * reference, which no Markdown syntax, HTML tag or address survives; inside `<code>` GitHub also links no @name or #1.
 */
export function markdownCode(text: string): string {
  return `<code>${references(plainLine(text), /[^\p{L}\p{N} -]/gu)}</code>`;
}

/** The same without `<code>`, for our own sentences that quote outside text. A word joiner keeps @ and # from being links. */
export function markdownText(text: string): string {
  const inert = references(plainLine(text), /[^\p{L}\p{N} ,()%+.-]|\.(?=\S)|^[-+]|^\d+(?=\.)/gu);
  return inert.replace(/&#(?:64|35);/g, "$&&#8288;");
}

function references(text: string, what: RegExp): string {
  return text.replace(what, (found) => [...found].map((character) => `&#${character.codePointAt(0)};`).join(""));
}

/** Text or attribute of XML 1.0. */
export function xmlText(text: string): string {
  return plainLine(text).replace(
    /[&<>"'\ufffe\uffff]/g,
    (character) => `&#${/[\ufffe\uffff]/.test(character) ? 0xfffd : character.charCodeAt(0)};`,
  );
}

/** The message of a GitHub workflow command. */
export function commandMessage(text: string): string {
  return plainLine(text).replaceAll("%", "%25");
}

/** A property of a GitHub workflow command, such as its title. */
export function commandProperty(text: string): string {
  return commandMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** GitHub's runner obeys a line that begins with `::`, or holds `##[`, wherever it comes from. Such a line is broken up. */
export function disarmCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1.:").replaceAll("##[", "# #[");
}

import { sha256 } from "./hash.ts";

/** The mark of a prompt: 16 hex digits that depend on every character of what is delimited. */
export function delimiterOf(content: unknown): string {
  return sha256(JSON.stringify(content)).slice(0, 16);
}

/**
 * A text between marks, with its title, for a language model to read as material. Text inside cannot know the mark, so
 * it cannot close its delimiter. Invisible characters are shown as such.
 */
export function delimitedText(title: string, text: string, mark: string): string {
  return `<<<${mark} ${title}\n${showInvisible(text) || "(none)"}\n${mark}>>>`;
}

/** Controls, bidirectional overrides, zero-width and tag characters as `\u{..}`: a model reads what a person would see. */
function showInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

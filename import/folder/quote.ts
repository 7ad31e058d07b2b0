/** A text of a corpus in a message: in quotes, on one line, at most 80 signs. */
export function quote(text: string): string {
  return showable(JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text));
}

/** Without signs that steer a terminal or turn the direction of writing: they come out as escapes. */
export function showable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

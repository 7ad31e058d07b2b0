/** The same text without the longer one that V8 cuts it from, and keeps in memory as long as the part lives. */
export function ownText(part: string): string {
  return part.length < LONGEST_COPIED ? part : Buffer.from(part, "utf16le").toString("utf16le");
}

/** Shorter parts are copied. */
const LONGEST_COPIED = 13;

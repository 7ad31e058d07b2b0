const HEADER =
  /^(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|x-[\w-]+|commit|author|merge|authordate|committer|commitdate|index):? .*$/i;
const SUBJECT = /^subject: *(.*)$/i;
/** Headers by which a text is known to be a mail, not a description that begins with "To: do". */
const FEWEST_HEADERS = 2;

/**
 * What a mail says: its subject and its own words, or those that it forwards where it has hardly any. Null for anything but a mail.
 */
export function readMail(text: string): string | null {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim() !== "" && !/^-{3,}.*-{3,}$/.test(line));
  const headers = start < 0 ? [] : lines.slice(start, headersEnd(lines, start));
  if (headers.filter((line) => HEADER.test(line)).length < FEWEST_HEADERS) return null;
  const subject = headers.flatMap((line) => SUBJECT.exec(line)?.[1] ?? [])[0] ?? "";
  const body = ownWords(lines.slice(start + headers.length));
  const bare = subject.replace(/^(?:(?:re|fwd?|aw|wg): *)+/i, "").replace(/^\[[^\]]*\] */, "");
  return [bare, body].filter(Boolean).join("\n\n");
}

/** A header goes on in a line that is indented. */
function headersEnd(lines: readonly string[], start: number): number {
  const end = lines.findIndex((line, index) => index > start && !HEADER.test(line) && !/^[ \t]+\S/.test(line));
  return end < 0 ? lines.length : end;
}

/** Words of one's own below which a mail is only there to hand on another. */
const FEW_CHARS = 60;

/** Without signature, quotations, trailers and greetings of a program; with the quotation where there is hardly anything else. */
function ownWords(lines: readonly string[]): string {
  const signature = lines.findIndex((line) => /^-- ?$/.test(line));
  const body = (signature < 0 ? lines : lines.slice(0, signature)).filter((line) => !TRAILER.test(line));
  const own = body.filter((line) => !/^\s*>/.test(line) && !/\b(?:wrote|schrieb|a écrit) ?:\s*$/.test(line));
  const kept = own.join("\n").trim().length >= FEW_CHARS ? own : body.map((line) => line.replace(/^\s*(?:> ?)+/, ""));
  const closing = kept.findIndex((line) => CLOSING.test(line));
  return (closing < 0 ? kept : kept.slice(0, closing))
    .filter((line) => !HEADER.test(line) && !GREETING.test(line))
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const TRAILER = /^\s*(?:signed-off-by|reviewed-by|acked-by|tested-by|co-authored-by|change-id|cc): /i;
const GREETING = /^\s*(?:hi|hello|dear|hey|hallo|good (?:morning|afternoon))\b.{0,40}$/i;
const CLOSING = /^\s*(?:thanks|thank you|many thanks|(?:kind |best |with )?regards|best|cheers|br|vg|mfg)\b.{0,20}$/i;

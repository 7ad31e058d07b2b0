/** A text without the escapes of the notation that it is written in; signs that East Asian keyboards write wide, and hyphens of typesetters, are the usual ones. */
export interface PlainText {
  text: string;
  /** What was written for a stretch of it, and where. Stretches are asked for from left to right. */
  written(from: number, to: number): { text: string; at: number };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
/** Escapes of JSON, Markdown, addresses and HTML; characters that are not seen; wide and mathematical forms of ASCII; hyphens that do not break, and minus signs. */
const ESCAPES =
  /\\[nrt]|\\u[0-9a-f]{4}|\\(?=[!-/:-@[-`{-~])|(?:%[0-9A-F]{2})+|&(?:amp|lt|gt|quot|apos|#39);|[\u034f\ufe00-\ufe0f\u00ad\u180e\u200b-\u200d\u2060-\u2064\u2010\u2011\u2212\ufe63\ufeff\uff01-\uff5e\u3000]|\ud835[\udc00-\udfff]/gi;

export function plainText(written: string): PlainText {
  /** From which character of the plain text on the written one is ahead, and by how much. */
  const shifts: { at: number; by: number }[] = [];
  let by = 0;
  const text = written.replace(ESCAPES, (escaped, offset: number) => {
    const plain = plainOf(escaped);
    if (plain.length !== escaped.length) {
      const at = offset - by + Math.max(plain.length - 1, 0);
      by += escaped.length - plain.length;
      shifts.push({ at, by });
    }
    return plain;
  });
  let [next, shift] = [0, 0];
  const endOf = (character: number) => {
    while (next < shifts.length && shifts[next]!.at <= character) shift = shifts[next++]!.by;
    return character + shift + 1;
  };
  return {
    text,
    written(from, to) {
      const at = endOf(from - 1);
      return { text: written.slice(at, endOf(to - 1)), at };
    },
  };
}

/** The plain text alone. */
export function withoutEscapes(written: string): string {
  return written.replace(ESCAPES, plainOf);
}

function plainOf(escaped: string): string {
  if (escaped.startsWith("&")) return ENTITIES[escaped.slice(1, -1).toLowerCase()]!;
  if (escaped >= "\uff01" && escaped <= "\uff5e") return String.fromCharCode(escaped.charCodeAt(0) - 0xfee0);
  if (escaped === "\u3000") return " ";
  if (/^[\u2010\u2011\u2212\ufe63]/.test(escaped)) return "-";
  if (escaped.startsWith("\ud835")) return escaped.normalize("NFKC");
  if (/^\\u/i.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(2), 16));
  if (/^\\./.test(escaped)) return "\n";
  if (!escaped.startsWith("%")) return "";
  try {
    return decodeURIComponent(escaped);
  } catch {
    // Percent signs of no UTF-8 text.
    return escaped;
  }
}

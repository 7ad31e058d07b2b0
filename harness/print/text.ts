import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { decimal } from "./format.ts";

/**
 * Makes untrusted text safe for a terminal: control characters, escapes and bidirectional overrides are shown as
 * `\u{..}`; newlines and tabs stay unless `singleLine`.
 */
export function printable(text: string, { singleLine = false }: { singleLine?: boolean } = {}): string {
  const flat = singleLine ? text.replace(/\s+/g, " ").trim() : text;
  return flat.replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** A text for a file that people open: signs that turn the direction of writing come out as escapes, all else stays. */
export function withoutOverrides(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}

/** A text from outside on one line of a document: as `printable`, and lone surrogates replaced. */
export function plainLine(text: string): string {
  return printable(text.replace(/\p{Cs}/gu, "\ufffd"), { singleLine: true });
}

/** Cuts a one-line text, coloured or not, to a width in columns, with an ellipsis where something was cut: its end, or its start. */
export function clip(text: string, width: number, position: "end" | "start" = "end"): string {
  return Number.isFinite(width) ? cliTruncate(text, width, { position }) : text;
}

/** Pads to a width in columns. */
export function pad(text: string, width: number, side: "left" | "right" = "right"): string {
  const space = " ".repeat(Math.max(0, width - stringWidth(text)));
  return side === "right" ? text + space : space + text;
}

/** Breaks a text at white space into lines of at most `width` columns, each after `indent`; a longer word stands alone. */
export function wrap(text: string, width: number, indent: string): string {
  const lines = wrapAnsi(text.replace(/\s+/g, " "), width - indent.length).split("\n");
  return lines.map((line) => indent + line).join("\n");
}

/** Breaks the lines of a message that are wider than the terminal; their further parts stand two columns in. A command stays whole, so that it can be copied. */
export function fold(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => {
      if (stringWidth(line) <= width) return line;
      const margin = " ".repeat((/^ */.exec(line)?.[0].length ?? 0) + 2);
      const held = line.trim().replace(/(-> )?scopebench [^;:,]+/g, (command) => command.replaceAll(" ", HELD));
      return wrap(held, width, margin).slice(2).replaceAll(HELD, " ");
    })
    .join("\n");
}

/** A space at which no line is broken, while lines are. */
const HELD = "\u{e000}";

/** A label and a text beside it, whose further lines stand under its first: `verdict  pass ...`. `label` may be coloured. */
export function hang(label: string, text: string, width: number): string {
  const margin = stringWidth(label) + 2;
  return `${label}  ${wrap(text, width, " ".repeat(margin)).slice(margin)}`;
}

export interface TextColumn {
  title: string;
  align?: "left" | "right";
  /** This one is cut, at its end or its start, when the whole would be too wide. Default: the end of the first. */
  cut?: "end" | "start";
  /** It keeps so many columns. Default: 12. */
  least?: number;
}

/** A column of numbers. */
export function right(title: string): TextColumn {
  return { title, align: "right" };
}

/**
 * A plain table: two spaces between columns, header first; one space where that spares a cut. When the whole would still be
 * wider than `width` one column is cut, then the widest other of words.
 */
export function table(columns: readonly TextColumn[], rows: readonly (readonly string[])[], width = 80): string {
  const widths = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...rows.map((row) => stringWidth(row[index] ?? ""))),
  );
  const cut = Math.max(
    0,
    columns.findIndex((column) => column.cut),
  );
  const words = columns.flatMap(({ align }, index) => (align === "right" || index === cut ? [] : [index]));
  const whole = (gap: number) => widths.reduce((sum, value) => sum + value + gap, -gap);
  const gap = whole(2) > width && whole(1) <= width ? 1 : 2;
  for (const index of [cut, ...words.sort((a, b) => widths[b]! - widths[a]!).slice(0, 1)]) {
    const excess = whole(gap) - width;
    const least = Math.min(columns[index]?.least ?? 12, widths[index]!);
    if (excess > 0) widths[index] = Math.max(least, widths[index]! - excess);
  }
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const [width, { align, cut } = {} as TextColumn] = [widths[index] ?? 0, columns[index]];
        return pad(clip(cell, width, cut), width, align === "right" ? "left" : "right");
      })
      .join(" ".repeat(gap))
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)].join("\n");
}

/** `75` -> `1:15`, `3700` -> `1:01:40`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** `0.4211` -> `.42`, `1` -> `1.00`; an unknown value is a dash. */
export function ratio(value: number | null, digits = 2): string {
  if (value === null) return "-";
  return decimal(value, digits).replace(/^(−?)0\./, "$1.");
}

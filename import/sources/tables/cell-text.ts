import type { CellObject, SSF } from "@e965/xlsx";
import { power } from "../../../base/power.ts";

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15;

/** What a cell's number needs to be read: the library's reading of formats, and the day that the file counts from. */
export interface NumberReading {
  ssf: typeof SSF;
  date1904: boolean;
}

/**
 * A cell as text, from what is stored and not from what a column's width or format makes of it: `1.23457E+11` and `1,234` are
 * pictures of a number, and two ids may share one. Dates are ISO, percents are numbers. A format of zeros alone (`00000`,
 * `"REQ-"000`) is how an id is written, and loses nothing: there the text is as shown.
 */
export function cellText(cell: CellObject | undefined, reading: NumberReading): string {
  if (cell === undefined) return "";
  const { t, v, w } = cell;
  if (v instanceof Date) return isoOf(v.toISOString());
  if (t === "n" && typeof v === "number") return numberText(v, cell, reading);
  if (t === "b") return v ? "TRUE" : "FALSE";
  return t === "e" || v === undefined ? (w ?? "") : String(v);
}

/** True for a whole number of more digits than are kept: its neighbours read alike. */
export function isBeyondDigits({ t, v }: CellObject): boolean {
  return t === "n" && typeof v === "number" && Number.isInteger(v) && Math.abs(v) >= power(10, DIGITS);
}

function numberText(value: number, { z, w = "" }: CellObject, { ssf, date1904 }: NumberReading): string {
  const format = typeof z === "string" ? z : "General";
  if (ssf.is_date(format)) return dateText(value, { format, shown: w, ssf, date1904 });
  if (isOfZeros(format) && Number(w.replace(/^\D+|\D+$/g, "")) === value) return w.trim();
  return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
}

/** A least number of digits, and nothing that rounds, groups or scales. */
function isOfZeros(format: string): boolean {
  return /^0{2,}$/.test(format.replace(/"[^"]*"|\\./g, ""));
}

interface ShownDate extends NumberReading {
  format: string;
  shown: string;
}

function dateText(value: number, { format, shown, ssf, date1904 }: ShownDate): string {
  // `[h]:mm` is a duration, and a number below 1 a time of no day.
  const parts = /\[[hms]+\]/i.test(format) ? null : ssf.parse_date_code(value, { date1904 });
  if (!parts) return shown.trim() || String(value);
  const { y, m, d, H, M, S } = parts;
  const time = [H, M, Math.floor(S)].map(twoDigits).join(":");
  if (value < 1 && !date1904) return time;
  const day = `${String(y).padStart(4, "0")}-${twoDigits(m)}-${twoDigits(d)}`;
  return Number.isInteger(value) ? day : `${day}T${time}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

const isoOf = (iso: string) => iso.replace(/\.\d+Z$|Z$/, "").replace(/T00:00:00$/, "");

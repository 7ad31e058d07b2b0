import { countOf } from "../../../base/counts.ts";
import { coloursOf } from "../../print/colours.ts";
import type { Io } from "../../print/io.ts";
import { hang, pad, printable, wrap } from "../../print/text.ts";
import type { DoctorCheck } from "./servers.ts";

/** Of names; what was found needs room, too. */
const WIDEST = 28;

/** What it comes to, then check by check what was found, and how to get what is missing. */
export function printChecks(checks: readonly DoctorCheck[], io: Io): void {
  const { green, yellow, red } = coloursOf(io);
  const marks = { ok: green("✓"), optional: yellow("·"), missing: red("✗") };
  const missing = checks.filter(({ status }) => status === "missing").map(({ name }) => name);
  const verdict =
    missing.length === 0
      ? "nothing that is needed is missing"
      : `missing: ${missing.join(", ")} (${missing.length} of ${countOf(checks.length, "check")})`;
  io.out(wrap(printable(verdict, { singleLine: true }), io.columns, ""));
  io.out("");
  const width = Math.min(WIDEST, Math.max(...checks.map(({ name }) => name.length)));
  for (const { name, status, found, remedy } of checks) {
    const text = [found, ...(remedy && status !== "ok" ? [`-> ${remedy}`] : [])];
    const label = ` ${marks[status]} ${pad(printable(name, { singleLine: true }), width)}`;
    const lines = text.map((line) => printable(line, { singleLine: true }));
    io.out(hang(label, lines[0] ?? "", io.columns));
    for (const line of lines.slice(1)) io.out(hang(" ".repeat(width + 3), line, io.columns));
  }
}

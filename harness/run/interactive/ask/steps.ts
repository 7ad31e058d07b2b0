import { createLogUpdate } from "log-update";
import type { ToolCallRecord } from "../../../../agent/contract/contract.ts";
import { countOf } from "../../../../base/counts.ts";
import { type Colours, coloursOf } from "../../../print/colours.ts";
import { errorsOf, type Io } from "../../../print/io.ts";
import { clip, printable } from "../../../print/text.ts";

export interface StepsView {
  call(record: Omit<ToolCallRecord, "result">): void;
  close(): void;
}

/**
 * Each call on stderr as it ends, a line of its own that is cut to the width of a terminal or of a log; on a terminal also
 * a line that says how long it takes.
 */
export function showSteps(io: Io): StepsView {
  const redraw = io.interactive ? createLogUpdate(process.stderr) : null;
  const colours = coloursOf(errorsOf(io));
  const startedAt = performance.now();
  let calls = 0;
  let shortened = false;
  const draw = (): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    redraw?.(colours.dim(` … ${seconds} s, ${countOf(calls, "call")}; Ctrl-C stops`));
  };
  const timer = redraw ? setInterval(draw, 500) : undefined;
  draw();
  return {
    call(record) {
      calls++;
      redraw?.clear();
      const whole = givenOf(record);
      const line = stepLine(record, { given: whole, room: io.columns, colours });
      shortened ||= !line.includes(whole);
      io.error(line);
      draw();
    },
    close() {
      clearInterval(timer);
      redraw?.clear();
      redraw?.done();
      if (shortened) io.error(colours.dim(" calls in full, with what they gave: scopebench ask --json"));
    },
  };
}

/** The call as it was made, on one line of any length. */
function givenOf({ tool, arguments: given }: Pick<ToolCallRecord, "tool" | "arguments">): string {
  return printable(`${tool} ${JSON.stringify(given)}`, { singleLine: true });
}

function stepLine(
  record: Omit<ToolCallRecord, "result">,
  { given, room, colours }: { given: string; room: number; colours: Colours },
): string {
  const { green, red, dim } = colours;
  const mark = record.status === "success" ? green("✓") : red("✗");
  const rows = record.rows === undefined ? "done" : countOf(record.rows, "row");
  const outcome = `${record.error ? record.error.code : rows}, ${(record.durationMs / 1000).toFixed(1)} s`;
  const who = record.subAgent === null ? "" : "  ";
  return ` ${who}${mark} ${dim(`${clip(given, room - outcome.length - who.length - 6)}  ${outcome}`)}`;
}

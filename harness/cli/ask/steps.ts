import { createLogUpdate } from "log-update";
import pc from "picocolors";
import type { ToolCallRecord } from "../../../agent/contract.ts";
import { clip, printable } from "../../terminal/text.ts";
import type { Io } from "../io.ts";

export interface StepsView {
  call(record: Omit<ToolCallRecord, "result">): void;
  close(): void;
}

/** Each call on stderr as it ends, a line of its own; on a terminal also a line that says how long it takes. */
export function showSteps(io: Pick<Io, "interactive" | "columns" | "error">): StepsView {
  const redraw = io.interactive ? createLogUpdate(process.stderr) : null;
  const startedAt = performance.now();
  let calls = 0;
  const draw = (): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    redraw?.(pc.dim(` … ${seconds} s, ${calls} ${calls === 1 ? "call" : "calls"}; Ctrl-C stops`));
  };
  const timer = redraw ? setInterval(draw, 500) : undefined;
  draw();
  return {
    call(record) {
      calls++;
      redraw?.clear();
      io.error(stepLine(record, io.columns));
      draw();
    },
    close() {
      clearInterval(timer);
      redraw?.clear();
      redraw?.done();
    },
  };
}

function stepLine(record: Omit<ToolCallRecord, "result">, columns: number): string {
  const mark = record.status === "success" ? pc.green("✓") : pc.red("✗");
  const rows = record.rows === undefined ? "done" : `${record.rows} rows`;
  const outcome = `${record.error ? record.error.code : rows}, ${(record.durationMs / 1000).toFixed(1)} s`;
  const who = record.subAgent === null ? "" : "  ";
  const given = printable(`${record.tool} ${JSON.stringify(record.arguments)}`, { singleLine: true });
  return ` ${who}${mark} ${pc.dim(`${clip(given, columns - outcome.length - who.length - 6)}  ${outcome}`)}`;
}

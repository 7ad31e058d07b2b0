import type { IrResult } from "./ir.ts";

/** Text as trec_eval prints it: name, query or `all`, value with four decimals, parted by tabs. */
export function formatIr(result: IrResult): string {
  const perQuery = (result.perQuery ?? []).flatMap(({ query, values }) =>
    result.metrics.map((name) => line(name, query, formatValue(values[name]!, name))),
  );
  const head = [line("runid", "all", result.run), line("num_q", "all", String(result.queries))];
  const all = result.metrics.map((name) => line(name, "all", formatValue(result.all[name]!, name)));
  return [...perQuery, ...head, ...all].join("\n");
}

/** C's `%6.4f`: unlike `toFixed`, an exact tie (an odd multiple of 1/32) goes to the even digit, 0.03125 to 0.0312. */
export function toFixed4(value: number): string {
  const thirtySeconds = value * 32;
  if (!Number.isInteger(thirtySeconds) || thirtySeconds % 2 === 0) return value.toFixed(4);
  const below = Math.floor(value * 1e4);
  return ((below % 2 === 0 ? below : below + 1) / 1e4).toFixed(4);
}

function formatValue(value: number, name: string): string {
  return name.startsWith("num_") ? String(value) : toFixed4(value);
}

function line(name: string, query: string, value: string): string {
  return `${name.padEnd(22)}\t${query}\t${value}`;
}

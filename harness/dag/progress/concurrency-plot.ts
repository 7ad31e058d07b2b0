import type { ConcurrencyRecord } from "../../record/domain/records.ts";

interface Size {
  width: number;
  height: number;
}

/**
 * A provider's limit over time as text, at most `height` rows, one column a slice of it: `#` up to the lowest limit of the slice, `:` up to its
 * highest, `^` below the axis where the provider asked for a pause. "" without records.
 */
export function plotConcurrency(records: readonly ConcurrencyRecord[], { width, height: most }: Size): string {
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return "";
  const start = Date.parse(first.at);
  const spanMs = Math.max(1, Date.parse(last.at) - start);
  const slices = slicesOf(
    records,
    (record) => Math.min(width - 1, Math.floor(((Date.parse(record.at) - start) / spanMs) * width)),
    width,
  );
  const top = Math.max(...records.map((record) => record.limit));
  const height = Math.min(most, top);
  const rows = Array.from({ length: height }, (_, row) => {
    const level = (top * (height - row)) / height;
    const cells = slices.map(({ low, high }) => (low >= level ? "#" : high >= level ? ":" : " "));
    return `${String(Math.round(level)).padStart(4)} |${cells.join("")}`.trimEnd();
  });
  const pauses = slices
    .map(({ paused }) => (paused ? "^" : " "))
    .join("")
    .trimEnd();
  const axis = `     +${"-".repeat(width)} ${(spanMs / 1000).toFixed(1)} s`;
  return [
    `${first.provider}: requests that may be in flight`,
    ...rows,
    axis,
    ...(pauses === "" ? [] : [`      ${pauses} pauses`]),
  ].join("\n");
}

interface Slice {
  low: number;
  high: number;
  paused: boolean;
}

/** A slice without a record goes on as the one before ended. */
function slicesOf(
  records: readonly ConcurrencyRecord[],
  sliceOf: (record: ConcurrencyRecord) => number,
  width: number,
): Slice[] {
  let current = records[0]?.limit ?? 0;
  return Array.from({ length: width }, (_, slice) => {
    const own = records.filter((record) => sliceOf(record) === slice);
    const limits = [current, ...own.map((record) => record.limit)];
    current = limits.at(-1) ?? current;
    return {
      low: Math.min(...limits),
      high: Math.max(...limits),
      paused: own.some(({ reason }) => reason === "pause"),
    };
  });
}

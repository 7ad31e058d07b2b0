import { readFile } from "node:fs/promises";
import { plotConcurrency } from "../../dag/progress/concurrency-plot.ts";
import { printable } from "../../print/text.ts";
import { concurrencyRecordSchema } from "../../record/domain/records.ts";
import { runPath } from "../../record/run-directory/paths.ts";

const SIZE = { width: 72, height: 16 };

/** One drawing for each provider of a run's `concurrency.jsonl`. */
export async function drawConcurrency(runDirectory: string): Promise<string> {
  const text = await readFile(runPath(runDirectory, "concurrency"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  // The last line of a run that goes on may be half written.
  const records = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => concurrencyRecordSchema.parse(JSON.parse(line)));
  if (records.length === 0) return "No provider was asked in this run.\n";
  const providers = [...new Set(records.map(({ provider }) => provider))];
  const plots = providers.map((name) =>
    plotConcurrency(
      records.filter(({ provider }) => provider === name),
      SIZE,
    ),
  );
  return `${plots.map((plot) => printable(plot)).join("\n\n")}\n`;
}

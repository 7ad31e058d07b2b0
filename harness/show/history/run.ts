import { resolve } from "node:path";
import { writeOutput } from "../../../base/atomic.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { loadConfig } from "../../record/config/load.ts";
import { findSources } from "./find-sources.ts";
import { type History, makeHistory } from "./history.ts";
import { renderHistoryPage } from "./page.ts";
import { renderHistory, renderHistoryCsv, renderHistoryMarkdown } from "./render.ts";

export interface HistoryFlags {
  config?: string;
  metrics?: string[];
  json?: boolean;
  markdown?: string;
  csv?: string;
  html?: string;
}

/** Shows what each run changed, in every form that was asked for. Gives the exit code: 2 where something could not be read. */
export async function showHistory(names: readonly string[], flags: HistoryFlags, io: Io): Promise<number> {
  const { gate, runs_dir } = await loadConfig({
    cwd: io.cwd,
    file: flags.config,
    environment: io.environment,
    flags: {},
  });
  const { found, skipped } = await findSources(names.length > 0 ? names : [runs_dir], io);
  if (found.length + skipped.length === 0)
    throw new UserError("usage", "no run and no baseline there", { hint: "scopebench run makes one" });
  const made = await makeHistory(found, { gate, metrics: flags.metrics });
  const history = { ...made, skipped: [...skipped, ...made.skipped] };
  await writeFiles(history, flags, io);
  io.out(flags.json ? jsonText(history, {}) : renderHistory(history, Math.min(io.columns, 100)));
  return history.skipped.length > 0 ? 2 : 0;
}

async function writeFiles(history: History, { markdown, csv, html }: HistoryFlags, io: Io): Promise<void> {
  const files: [string | undefined, (to: string) => string | Promise<string>][] = [
    [markdown, () => renderHistoryMarkdown(history)],
    [csv, () => renderHistoryCsv(history)],
    [html, (to) => renderHistoryPage(history, { to, cwd: io.cwd })],
  ];
  for (const [file, render] of files) {
    if (file === undefined) continue;
    const to = resolve(io.cwd, file);
    await writeOutput(to, await render(to));
  }
}

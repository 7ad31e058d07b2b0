import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plotsStage } from "../../../../harness/show/plots/index.ts";
import { contextOn, type FixtureContext, madeOnce, scoredContext, unreadBy } from "../../run/stages/context.ts";

let plotted: Promise<string> | undefined;

/**
 * A context on a copy of the fixture run with its scores and figures, which are drawn once for all processes of the suite, and what the
 * stage that drew them declares to read and did not.
 */
export async function plottedContext(): Promise<{ context: FixtureContext; unread: string[] }> {
  plotted ??= madeOnce("plotted", drawFixture);
  const made = await plotted;
  const runDirectory = await mkdtemp(join(tmpdir(), "scopebench-plotted-"));
  await cp(join(made, "run"), runDirectory, { recursive: true });
  return {
    context: await contextOn(runDirectory),
    unread: JSON.parse(await readFile(join(made, "unread.json"), "utf8")),
  };
}

async function drawFixture(partial: string): Promise<void> {
  await using scored = await scoredContext();
  const unread = await unreadBy(plotsStage, scored);
  await cp(scored.runDirectory, join(partial, "run"), { recursive: true });
  await writeFile(join(partial, "unread.json"), JSON.stringify(unread));
}

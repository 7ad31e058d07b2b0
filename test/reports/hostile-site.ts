import { readFile, writeFile } from "node:fs/promises";
import { runPath } from "../../harness/run-directory/paths.ts";
import { plotsStage } from "../../harness/stages/plots/index.ts";
import { reportStage } from "../../harness/stages/report/index.ts";
import { scoreStage } from "../../harness/stages/score/index.ts";
import { readScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";
import { type FixtureContext, fixtureContext } from "../harness/stages/context.ts";

/** Markup, a script end, a script, a direction override, terminal codes, a template: everything that must stay text. */
export const HOSTILE = `<img src=x onerror="window.hacked=1"></script><script>window.hacked=2</script> \u202egnp.exe \u001b[31mred\u001b[0m \${window.hacked=3} {{hacked}}`;

/** The execution whose question, arguments, results, answer and verdict are hostile. */
export const HOSTILE_EXECUTION = "explorer__react__prompt__S001__0";

/** A built report over the fixture run with hostile text wherever text of others is shown. */
export async function makeHostileSite(): Promise<FixtureContext> {
  const context = await fixtureContext([]);
  await poison(context.runDirectory);
  for (const stage of [scoreStage, plotsStage, reportStage]) await stage.run(context);
  return context;
}

async function poison(run: string): Promise<void> {
  const path = runPath(run, "scenarios");
  const set = await readScenarioSet(path);
  set.scenarios[0]!.turns[0] += ` ${HOSTILE}`;
  set.notes.push(HOSTILE);
  await writeScenarioSet(path, set);
  await edit(runPath(run, "manifest"), (manifest: { substrate: { mapping: { name: string } } }) => {
    manifest.substrate.mapping.name += HOSTILE;
  });
  const file = "explorer__react__prompt.jsonl";
  await editFirst(runPath(run, "extractions", file), (record) => {
    const answer = `${HOSTILE}\n## Recommended\n1. \`TC-00100\` - ${HOSTILE}\n2. \`TC-99998\` - made up`;
    Object.assign(record, { final_text: answer, answers: [answer], ranked_ids: ["TC-00100", "TC-99998"] });
    record.tool_calls = (record.tool_calls as object[]).map((call) => ({
      ...call,
      arguments: { query: HOSTILE },
      preview: HOSTILE,
      result: `TC-00100 | ${HOSTILE}\n${"x".repeat(500)}`,
    }));
  });
  await editFirst(runPath(run, "verdicts", file), (record) => {
    const judgement = record.judgement as { summary: string } | null;
    if (judgement) judgement.summary = HOSTILE;
    else record.reason = HOSTILE;
  });
}

async function edit<T>(path: string, change: (value: T) => void): Promise<void> {
  const value = JSON.parse(await readFile(path, "utf8")) as T;
  change(value);
  await writeFile(path, JSON.stringify(value));
}

async function editFirst(path: string, change: (record: Record<string, unknown>) => void): Promise<void> {
  const [first, ...rest] = (await readFile(path, "utf8")).split("\n");
  const record = JSON.parse(first!);
  change(record);
  await writeFile(path, [JSON.stringify(record), ...rest].join("\n"));
}

/**
 * What each tool of a ReAct agent takes of every request, described in full and compactly, and what it brought in a finished run: in how many
 * executions it was called, and of the expected ids that any call returned, the share that this tool returned first. Prints Markdown.
 *
 *   node --import tsx scripts/tool-tokens.ts <run directory>
 */
import { TOOL_DESCRIPTIONS, type ToolDescriptions } from "../agent/contract/contract.ts";
import { estimateTokens } from "../agent/models/tokens.ts";
import { openScopeAgent } from "../agent/system.ts";
import { compareText } from "../base/text-order.ts";
import { configurationsOf } from "../harness/record/config/matrix.ts";
import type { Extraction } from "../harness/record/domain/records.ts";
import { readRun } from "../harness/record/run-directory/open-run.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { streamRecords } from "../harness/record/run-directory/records.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";
import { makeTask } from "../test/agent/task.ts";
import { readSmallSubstrate } from "../test/db/small-corpus.ts";
import { startProvider } from "../test/loopback/provider.ts";
import { argumentsOf } from "./arguments.ts";

const [runDirectory = ""] = argumentsOf(import.meta.filename, {}).positionals;
const [full, compact] = await Promise.all(TOOL_DESCRIPTIONS.map(tokensByTool));
const { executions, called, first, returned } = await usedIn(runDirectory);
const percent = (part: number, of: number) => (of === 0 ? "-" : ((100 * part) / of).toFixed(1));
const rows = [...full!]
  .sort(([a, x], [b, y]) => y - x || compareText(a, b))
  .map(([tool, tokens]) => [
    ...[`\`${tool}\``, tokens, compact!.get(tool)!],
    ...[percent(called.get(tool) ?? 0, executions), percent(first.get(tool) ?? 0, returned)],
  ]);
const sum = (tokens: ReadonlyMap<string, number>) => [...tokens.values()].reduce((total, one) => total + one, 0);
const columns = [
  "tool",
  "tokens, full",
  "tokens, compact",
  "executions that call it, %",
  "expected ids it returns first, %",
];
for (const cells of [columns, columns.map(() => "---"), ...rows, ["all", sum(full!), sum(compact!), "", ""]])
  console.log(`| ${cells.join(" | ")} |`);

/** Estimated tokens of each tool in the first request of an agent. */
async function tokensByTool(toolDescriptions: ToolDescriptions): Promise<Map<string, number>> {
  const substrate = await readSmallSubstrate();
  const provider = await startProvider([{ type: "text", text: "No supported recommendation." }]);
  const system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
  const task = makeTask({ turns: ["What tests handover?"], thread: toolDescriptions, changes: { toolDescriptions } });
  await system.run({ ...task, model: { ...task.model, provider: "openai", model: "m", baseUrl: provider.url } });
  await system.close();
  await provider.close();
  const tools = provider.requests[0]!.body.tools as { function: { name: string } }[];
  return new Map(tools.map((tool) => [tool.function.name, estimateTokens(JSON.stringify(tool))]));
}

/** Over the ReAct agents of a run. */
async function usedIn(run: string) {
  const { config } = await readRun(run);
  const { scenarios } = await readScenarioSet(runPath(run, "scenarios"));
  const expected = new Map(scenarios.map(({ id, expected_ids }) => [id, expected_ids]));
  const [called, first] = [new Map<string, number>(), new Map<string, number>()];
  let [executions, returned] = [0, 0];
  for (const configuration of configurationsOf(config).filter(({ workflow }) => workflow === "react"))
    for await (const extraction of streamRecords({ runDirectory: run, part: "extractions", configuration })) {
      executions++;
      for (const tool of new Set(extraction.tool_calls.map(({ tool }) => tool))) add(called, tool);
      const found = firstReturned(extraction, expected.get(extraction.scenario_id) ?? []);
      for (const tool of found) add(first, tool);
      returned += found.length;
    }
  return { executions, called, first, returned };
}

/** Of each id that a call returned, the tool that returned it first. */
function firstReturned({ tool_calls }: Extraction, ids: readonly string[]): string[] {
  const calls = [...tool_calls].sort((a, b) => a.index - b.index);
  const words = calls.map(({ result, preview }) => new Set((result ?? preview).split(/[^\w.-]+/)));
  return ids.flatMap((id) => calls[words.findIndex((one) => one.has(id))]?.tool ?? []);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

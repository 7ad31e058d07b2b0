/**
 * Share of input tokens that a provider's prompt cache could serve, from the requests that runs recorded: what a request has in
 * common, from its beginning, with an earlier one of the same configuration and role. `tools first`: the provider puts the tools'
 * schemas before the system message; `tools behind`: after it, as chat templates of open models often do.
 * `node --import tsx perf/prompt-cache.ts RUN_DIRECTORY[,RUN_DIRECTORY]...` (columns for each; of two, before and after)
 */
import { readdir, readFile } from "node:fs/promises";
import { estimateTokens } from "../agent/models/tokens.ts";
import { compareText } from "../base/text-order.ts";
import type { Extraction, ModelRequest } from "../harness/record/domain/extraction.ts";
import { type Configuration, parseConfigurationName } from "../harness/record/domain/names.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { streamRecords } from "../harness/record/run-directory/records.ts";
import { argumentsOf } from "../scripts/arguments.ts";

/** Stands in a stored prompt for what differs from thread to thread. */
const VARYING = "{thread}";
/** What their first request holds beside prompt and question is records. */
const WITHOUT_TOOLS: ReadonlySet<string> = new Set(["writer", "rewriter", "reranker"]);

interface Counts {
  input: number;
  toolsFirst: number;
  toolsBehind: number;
}

const runs = argumentsOf(import.meta.filename, {}).positionals;
const names = runs.length === 2 ? ["before", "after"] : runs.map((_, at) => `run ${at + 1}`);
const measured = await Promise.all(runs.map(byConfiguration));
const columns = names.flatMap((name) => [
  `input tokens, ${name}`,
  `tools first, ${name}, %`,
  `tools behind, ${name}, %`,
]);
console.log(`| workflow | knowledge | ${columns.join(" | ")} |\n|---|---|${"---:|".repeat(columns.length)}`);
for (const key of [...new Set(measured.flatMap((one) => [...one.keys()]))].sort(compareText)) {
  const cells = measured.flatMap((one) => cellsOf(one.get(key)));
  console.log(`| ${[...key.split(" "), ...cells].join(" | ")} |`);
}

function cellsOf(counts: Counts | undefined): string[] {
  if (!counts || counts.input === 0) return ["-", "-", "-"];
  const { input, toolsFirst, toolsBehind } = counts;
  return [String(input), ...[toolsFirst, toolsBehind].map((tokens) => ((100 * tokens) / input).toFixed(1))];
}

/** Of all models together, by workflow and knowledge. */
async function byConfiguration(given: string): Promise<Map<string, Counts>> {
  const sums = new Map<string, Counts>();
  for (const runDirectory of given.split(",")) await addRun(runDirectory, sums);
  return sums;
}

async function addRun(runDirectory: string, sums: Map<string, Counts>): Promise<void> {
  for (const file of (await readdir(runPath(runDirectory, "extractions"))).sort(compareText)) {
    const configuration = parseConfigurationName(file.replace(/\.jsonl$/, ""));
    if (!configuration) continue;
    const key = `${configuration.workflow} ${configuration.knowledge}`;
    const counts = await countsOf(runDirectory, configuration);
    const sum = sums.get(key) ?? { input: 0, toolsFirst: 0, toolsBehind: 0 };
    for (const part of ["input", "toolsFirst", "toolsBehind"] as const) sum[part] += counts[part];
    sums.set(key, sum);
  }
}

async function countsOf(runDirectory: string, configuration: Configuration): Promise<Counts> {
  const total: Counts = { input: 0, toolsFirst: 0, toolsBehind: 0 };
  const seen = new Set<string>();
  for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration })) {
    const before = new Map<string, ModelRequest>();
    for (const request of extraction.requests ?? []) {
      const { tokens_in: input, prompt } = request;
      if (input === undefined || prompt === null) continue;
      const agent = `${request.role} ${request.sub_agent}`;
      const fixed = await fixedOf(runDirectory, { extraction, request, first: before.get(agent) ?? request });
      const known = seen.has(prompt) ? fixed : { toolsFirst: 0, toolsBehind: 0 };
      const last = before.get(agent)?.tokens_in ?? 0;
      // A conversation that was summarised begins anew behind its prompt.
      const grown = last <= input ? last : 0;
      total.input += input;
      total.toolsFirst += Math.max(known.toolsFirst, grown);
      total.toolsBehind += Math.max(known.toolsBehind, grown);
      seen.add(prompt);
      before.set(agent, request);
    }
  }
  return total;
}

/** Tokens up to what differs between threads. Tools take what prompt and question leave of an agent's first request. */
async function fixedOf(
  runDirectory: string,
  { extraction, request, first }: { extraction: Extraction; request: ModelRequest; first: ModelRequest },
): Promise<Omit<Counts, "input">> {
  const prompt = await readFile(runPath(runDirectory, "prompts", `${request.prompt}.md`), "utf8");
  const question = extraction.messages?.find(
    ({ role, sub_agent }) => role === "user" && sub_agent === request.sub_agent,
  );
  const asked = estimateTokens(prompt) + estimateTokens(question?.text ?? "");
  const tools =
    first === request && !WITHOUT_TOOLS.has(request.role) ? Math.max(0, (request.tokens_in ?? 0) - asked) : 0;
  const at = prompt.indexOf(VARYING);
  const constant = estimateTokens(at < 0 ? prompt : prompt.slice(0, at));
  return { toolsFirst: tools + constant, toolsBehind: at < 0 ? constant + tools : constant };
}

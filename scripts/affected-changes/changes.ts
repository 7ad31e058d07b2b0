import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TOOL_FAMILIES } from "../../agent/contract/contract.ts";
import { readPolicies } from "../../agent/knowledge/policies.ts";
import { TOOLS } from "../../agent/tools/registry.ts";
import type { ToolDefinition } from "../../agent/tools/tool.ts";
import { hashOf } from "../../base/hash.ts";
import { pick, type Random, randomInteger } from "../../base/random.ts";
import type { Config } from "../../harness/record/config/schema.ts";

/** The configuration with the change; one of code puts itself back. */
type Change = (config: Config, random: Random, folder: string) => Promise<Changed> | Changed;
type Changed = Config | { config: Config; putBack(): void };

/** What teams change; of each kind some changes are felt everywhere, some here and there, some nowhere. */
export const CHANGES: Readonly<Record<string, Change>> = {
  "one policy's words": (config, random) => {
    const { policies } = readPolicies();
    const name = pick(random, Object.keys(policies) as (keyof typeof policies)[]);
    return { ...config, policies: { [name]: dropped(policies[name], random) } };
  },
  "a limit": (config, random) => {
    const limit = pick(random, [
      "keyword_max",
      "keyword_default",
      "vector_default",
      "sql_row_cap",
      "preview_rows",
      "max_tool_calls",
      "max_equal_calls",
    ] as const);
    return { ...config, limits: { ...config.limits, [limit]: 1 + randomInteger(random, config.limits[limit] ?? 20) } };
  },
  "one record's text": async (config, random, folder) => {
    const path = join(folder, "corpus");
    await cp(config.corpus.type === "folder" ? config.corpus.path : "", path, { recursive: true });
    const file = join(path, "artifacts.jsonl");
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    const at = randomInteger(random, lines.length);
    const record = JSON.parse(lines[at]!) as { title: string };
    lines[at] = JSON.stringify({ ...record, title: dropped(record.title, random) });
    await writeFile(file, `${lines.join("\n")}\n`);
    return { ...config, corpus: { type: "folder", path } };
  },
  "one tool's description": (config, random) => {
    const tool = pick(random, Object.values<ToolDefinition>(TOOLS));
    return withTool(config, tool, { description: dropped(tool.description, random) });
  },
  "one tool's code": (config, random) => {
    const tool = pick(random, ["keyword_search", "trace_links", "identifier_lookup", "find_entities"] as const);
    const { run }: ToolDefinition = TOOLS[tool];
    // Another order of the rows, of every third question.
    return withTool(config, TOOLS[tool], {
      run: async (input, context) => {
        const output = await run(input, context);
        const isOther = Number.parseInt(hashOf(input).slice(0, 6), 16) % 3 === 0;
        return isOther && output.type === "rows" ? { ...output, rows: output.rows.toReversed() } : output;
      },
    });
  },
  "families of tools": (config, random) => ({
    ...config,
    tool_families: TOOL_FAMILIES.filter((_, at) => at === 0 || random() < 0.8),
  }),
  "judges, which no execution sees": (config) => ({
    ...config,
    judges: { ...config.judges, primary: { type: "rubric", rubric: "second" } },
  }),
  "the report": (config, random) => ({ ...config, plots: { ...config.plots, color_order: [`c${random()}`] } }),
};

function withTool(config: Config, tool: ToolDefinition, change: Partial<ToolDefinition>): Changed {
  const before = { ...tool };
  Object.assign(tool, change);
  return { config, putBack: () => void Object.assign(tool, before) };
}

/** Without one of its words. */
function dropped(text: string, random: Random): string {
  const words = text.split(" ");
  return words.length < 2 ? `${text}.` : words.toSpliced(randomInteger(random, words.length), 1).join(" ");
}

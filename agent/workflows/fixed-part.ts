import { isAgentic, madeOf, POOL, type Role, rerankerOf, retrievalOf, type ScopeTask } from "../contract/contract.ts";
import { familiesOn } from "../contract/families.ts";
import { policiesWithout } from "../knowledge/without-tools.ts";
import { CHARACTERS_A_TOKEN, estimateTokens } from "../models/tokens.ts";
import { describeTools, toolsOutside } from "../tools/registry.ts";
import { systemPrompt } from "./prompts.ts";
import { ORDERED_CHARS } from "./rerank/llm-listwise.ts";

type Prompting = Parameters<typeof systemPrompt>[1];

/** What every request of an agent's role holds before the question, and no shortening of a history takes away. */
export interface FixedPart {
  role: Role;
  /** Estimated, and a lower bound: the library's own file tools come on top. */
  tokens: number;
  /** Tokens of the records that come on top at most; absent where that is not known. */
  records?: number;
}

/**
 * The fixed parts of a workflow's roles: its agents, or who answers from what was retrieved; who orders records and writes queries anew.
 * A history is summarised without prompt and tools, so that such a request is shorter than the one that it makes room for.
 */
export function fixedParts(prompting: Prompting): FixedPart[] {
  return [...answeringParts(prompting), ...helpingParts(prompting)];
}

function helpingParts({ task, roles }: Prompting): FixedPart[] {
  const retrieval = retrievalOf(task.workflow, task.retrieval);
  const parts: FixedPart[] = [];
  if (retrieval?.rewrite) parts.push({ role: "rewriter", tokens: estimateTokens(roles.rewriter), records: 0 });
  if (rerankerOf(task.workflow, task.retrieval) === "llm_listwise") {
    const records = Math.ceil(((retrieval?.pool ?? POOL) * ORDERED_CHARS) / CHARACTERS_A_TOKEN);
    parts.push({ role: "reranker", tokens: estimateTokens(roles.reranker), records });
  }
  return parts;
}

function answeringParts({ task, roles, policies: all }: Prompting): FixedPart[] {
  const policies = policiesWithout(all, toolsOutside(familiesOn(null, task.toolFamilies)));
  const { of } = madeOf(task.workflow, task.retrieval);
  const promptOf = (role: Role) => estimateTokens(systemPrompt(role, { task, roles, policies }).text);
  if (!isAgentic(of)) return [{ role: "writer", tokens: promptOf("writer") }];
  const tools = toolTokens(task);
  if (of === "react") return [{ role: "analyst", tokens: promptOf("analyst") + tools }];
  return [
    { role: "planner", tokens: promptOf("planner") },
    { role: "executor", tokens: promptOf("executor") + tools },
  ];
}

function toolTokens({ limits, toolFamilies, toolDescriptions }: ScopeTask): number {
  return describeTools(limits, familiesOn(null, toolFamilies), toolDescriptions).reduce(
    (sum, { family: _family, ...told }) => sum + estimateTokens(JSON.stringify(told)),
    0,
  );
}

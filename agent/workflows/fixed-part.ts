import { isAgentic, madeOf, type Role, type ScopeTask } from "../contract/contract.ts";
import { familiesOn } from "../contract/families.ts";
import { policiesWithout } from "../knowledge/without-tools.ts";
import { estimateTokens } from "../models/tokens.ts";
import { describeTools, toolsOutside } from "../tools/registry.ts";
import { systemPrompt } from "./prompts.ts";

type Prompting = Parameters<typeof systemPrompt>[1];

/** What every request of an agent's role holds before the question, and no shortening of a history takes away. */
export interface FixedPart {
  role: Role;
  /** Estimated, and a lower bound: the library's own file tools come on top. */
  tokens: number;
}

/** The fixed parts of those roles of a workflow that are long: its agents, or who answers from what was retrieved. */
export function fixedParts({ task, roles, policies: all }: Prompting): FixedPart[] {
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

function toolTokens({ limits, toolFamilies }: Pick<ScopeTask, "limits" | "toolFamilies">): number {
  return describeTools(limits, familiesOn(null, toolFamilies)).reduce(
    (sum, { family: _family, ...told }) => sum + estimateTokens(JSON.stringify(told)),
    0,
  );
}

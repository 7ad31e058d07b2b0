import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { Measured } from "../../source.ts";
import { count } from "../../written.ts";

/** What a route of knowledge costs the `explorer`: means per execution, all requests together. */
export function tokenFigures({ role_tokens }: Results): Measured {
  const rows = role_tokens
    .filter(({ model }) => model === "explorer")
    .map(({ workflow, knowledge, role, tokens_in, tokens_system_prompts, tokens_skills }) => [
      `${workflow}, ${knowledge}`,
      role ?? "–",
      ...[tokens_in, tokens_system_prompts, tokens_skills].map(count),
    ]);
  return {
    values: {},
    tables: { tokens: { columns: ["configuration", "role", "input", "system prompts", "skills"], rows } },
  };
}

import { readFileSync } from "node:fs";
import type { JudgeThresholds } from "../judge.ts";

export type PromptName = "judge" | "meta" | "prefer";

/** The text of a judge's instructions, from `prompts/<name>.md`. */
export function readPrompt(name: PromptName): string {
  return readFileSync(new URL(`../prompts/${name}.md`, import.meta.url), "utf8");
}

/** Puts the run's thresholds into the instructions. */
export function fillThresholds(prompt: string, { entity, alignment }: JudgeThresholds): string {
  const percent = String(Number((100 * entity).toFixed(2)));
  return prompt.replaceAll("{{entity_percent}}", percent).replaceAll("{{alignment}}", String(alignment));
}

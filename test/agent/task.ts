import type { KnowledgeMode, ModelConfig, ScopeTask, Workflow } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";

/** A policy model's configuration, by the name of its profile. */
function policyModel(profile: string): ModelConfig {
  return {
    name: profile,
    provider: "policy",
    model: profile,
    family: "policy",
    temperature: 0,
    contextWindow: 128_000,
    requestTimeoutMs: 1_000,
    maxRetries: 0,
  };
}

/** A task for tests on the small corpus; its thread is named after what makes it differ. */
export function makeTask(options: {
  profile?: string;
  workflow?: Workflow;
  knowledge?: KnowledgeMode;
  turns: readonly string[];
  thread?: string;
  changes?: Partial<ScopeTask>;
}): ScopeTask {
  const { profile = "explorer", workflow = "react", knowledge = "prompt", turns } = options;
  return {
    threadId: options.thread ?? `${profile}-${workflow}-${knowledge}-${turns.join("|").length}`,
    assistantId: "test",
    turns,
    model: policyModel(profile),
    workflow,
    knowledge,
    limits: STUDY_LIMITS,
    seed: 3,
    signal: new AbortController().signal,
    ...options.changes,
  };
}

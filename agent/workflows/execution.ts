import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { BackendProtocolV2 } from "deepagents";
import type { RecordingThread } from "../../base/providers/recording/recording.ts";
import type { CrossEncoderConfig, Role, RoleUsage, ScopeTask, TokenUsage } from "../contract/contract.ts";
import type { PolicyTexts } from "../knowledge/policies.ts";
import type { RequestLog } from "../turns/request-log.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import type { RolePrompts } from "./prompts.ts";
import type { ScorePairs } from "./rerank/local-model.ts";

/** One execution: what its agents share. Made anew for each, so nothing leaks from thread to thread. */
export interface Execution {
  task: ScopeTask;
  /** A chat model of the task's configuration; each agent gets one of its own. */
  newModel: () => BaseChatModel;
  /** Where its model calls are recorded or replayed; null = they are not. */
  thread: RecordingThread | null;
  tools: ToolContext;
  backend: BackendProtocolV2;
  checkpointer: BaseCheckpointSaver & {
    /** Of one that stores behind the steps: all that they came to is stored. */
    flush?(): Promise<void>;
  };
  policies: PolicyTexts;
  roles: RolePrompts;
  /** Where a cross-encoder is asked, if there is one. */
  crossEncoder: {
    endpoint: CrossEncoderConfig | undefined;
    local: ScorePairs | undefined;
    environment: Readonly<Record<string, string | undefined>>;
  };
  meter: Meter;
  requests: RequestLog;
}

/** Counts what the whole execution spends, over all its agents. */
interface Meter {
  modelCalls: number;
  usage: TokenUsage;
  roles: Partial<Record<Role, RoleUsage>>;
}

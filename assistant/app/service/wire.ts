/** Shapes of what the service sends, as far as the page reads them. */

export interface AssistantInfo {
  assistant_id: string;
  name: string;
  metadata: { model: string; workflow: string; knowledge: string; levels?: string; stand_in: boolean };
}

export interface ServiceInfo {
  safe_mode: string[];
  /** Days after its last use when a thread is erased; null for never. */
  keep_days: number | null;
  records: RecordsKind;
}

/** What people ask for: tests, or reports of faults where the corpus has such and no tests. */
export type RecordsKind = "tests" | "reports";

/** A call that a step tells of, as `custom` events and messages have it. */
export interface Step {
  index: number;
  tool: string;
  arguments: Record<string, unknown>;
  status: "success" | "error";
  error: { code: string; message: string } | null;
  rows: number | null;
  truncated: boolean;
  result_path: string | null;
  sub_agent: string | null;
  review: { decision: string; message?: string } | null;
}

/** What a conversation has used of what it may, told as it goes where there are caps. */
export type SessionUsage = Record<
  "model_calls" | "tool_calls" | "tokens" | "cost_usd",
  { used: number | null; most: number | null }
>;

export interface ShownMessage {
  id: string;
  type: string;
  content: unknown;
  additional_kwargs?: Record<string, unknown>;
  tool_calls?: unknown[];
  artifact?: Partial<Omit<Step, "result_path" | "sub_agent">> & { resultPath?: string; subAgent?: string | null };
}

export interface Values {
  messages?: ShownMessage[];
  transcripts?: { messages: ShownMessage[] }[];
  __interrupt__?: WaitingCall[];
}

export interface WaitingCall {
  id: string;
  value: { action_requests: { name: string; args: Record<string, unknown> }[] };
}

import { Client } from "@langchain/langgraph-sdk/client";

export interface AssistantInfo {
  assistant_id: string;
  name: string;
  metadata: { model: string; workflow: string; knowledge: string; stand_in: boolean };
}

/** A call that a step tells of, as `custom` events and messages have it. */
export interface Step {
  index: number;
  tool: string;
  arguments: Record<string, unknown>;
  status: "success" | "error";
  error: { code: string; message: string } | null;
  rows: number | null;
  result_path: string | null;
  sub_agent: string | null;
  review: { decision: string; message?: string } | null;
}

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

const TOKEN = "scopebench-token";

/** The service's API by LangGraph's own client; a token is asked for once and kept as long as the tab. */
export function openClient(): Client {
  return new Client({ apiUrl: location.origin, apiKey: sessionStorage.getItem(TOKEN) });
}

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** A file that the agent has stored on a thread. */
export async function readFile(threadId: string, path: string): Promise<string> {
  const token = sessionStorage.getItem(TOKEN);
  const response = await fetch(`/threads/${threadId}/files/content?path=${encodeURIComponent(path)}`, {
    headers: token ? { "x-api-key": token } : {},
  });
  if (!response.ok) throw new Error(((await response.json()) as { detail: string }).detail);
  return response.text();
}

/** What went wrong, in the service's own words where it gave some. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return detail === undefined ? text : (JSON.parse(`"${detail}"`) as string);
}

import { Client } from "@langchain/langgraph-sdk/client";

const TOKEN = "scopebench-token";

/** A refusal in the service's own words, where it gave some. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(status: number, detail: string | undefined) {
    super(detail ?? `the service answered with status ${status}`);
    this.status = status;
  }
}

/** The service's API by LangGraph's own client; a token is asked for once and kept as long as the tab. */
export function openClient(): Client {
  return new Client({ apiUrl: location.origin, apiKey: sessionStorage.getItem(TOKEN) });
}

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** What LangGraph's API does not have: JSON of a route of ours. @throws ServiceError */
export async function request<Reply>(path: string, { method = "GET", body }: { method?: string; body?: unknown } = {}) {
  const response = await send(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return (response.status === 204 ? undefined : await response.json()) as Reply;
}

/** A text as it is. */
export async function sendText(path: string, text: string): Promise<void> {
  await send(path, { method: "PUT", body: new Blob([text]) });
}

/** A file that the agent has stored on a thread; of who was sent a link, on the one that it is of. */
export async function readFile(threadId: string, path: string): Promise<string> {
  const folder = linkToken() === null ? `/threads/${threadId}` : "/shared";
  return (await send(`${folder}/files/content?path=${encodeURIComponent(path)}`, {})).text();
}

/** The token of the link by which the page was opened. It stands behind the `#`, which browsers never send. */
export function linkToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("share");
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const [token, link] = [sessionStorage.getItem(TOKEN), linkToken()];
  const headers = {
    ...(typeof init.body === "string" && { "content-type": "application/json" }),
    ...(link === null ? token && { "x-api-key": token } : { "x-share-token": link }),
  };
  const response = await fetch(path, { ...init, headers });
  if (response.ok) return response;
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new ServiceError(response.status, detail);
}

/** What went wrong, in the service's own words where it gave some. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return detail === undefined ? text : (JSON.parse(`"${detail}"`) as string);
}

import { UserError } from "../base/user-error.ts";

export interface PostOptions {
  /** What is asked, for error messages: `embeddings of https://...`. */
  what: string;
  headers: Record<string, string>;
  maxRetries: number;
  timeoutMs: number;
}

/**
 * Posts JSON; retries 429, 5xx and broken connections with `Retry-After` or exponential waits. Throws a UserError
 * `credentials` when the key is refused, `substrate` otherwise.
 */
export async function postJson(
  url: string,
  body: unknown,
  options: PostOptions,
): Promise<{ json: unknown; retries: number }> {
  const init = { method: "POST", headers: options.headers, body: JSON.stringify(body) };
  for (let attempt = 0; ; attempt++) {
    const outcome = await request(url, { ...init, signal: AbortSignal.timeout(options.timeoutMs) });
    if ("json" in outcome) return { json: outcome.json, retries: attempt };
    if (!outcome.retry || attempt >= options.maxRetries)
      throw new UserError(outcome.code, `${options.what}: ${outcome.message}`);
    await new Promise((resolve) => setTimeout(resolve, outcome.waitMs ?? Math.min(30_000, 500 * 2 ** attempt)));
  }
}

type Outcome =
  | { json: unknown }
  | { code: "credentials" | "substrate"; message: string; retry: boolean; waitMs?: number };

async function request(url: string, init: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    if (response.ok) return { json: JSON.parse(text) };
    return {
      code: response.status === 401 || response.status === 403 ? "credentials" : "substrate",
      message: `HTTP ${response.status} ${text.slice(0, 300)}`,
      retry: response.status === 429 || response.status >= 500,
      waitMs: retryAfter(response.headers.get("retry-after")),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    return {
      code: "substrate",
      message: cause instanceof Error ? cause.message : message,
      retry: !(error instanceof SyntaxError),
    };
  }
}

/** Seconds, capped at a minute; an HTTP date is left to the exponential wait. */
function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) ? Math.min(60, Math.max(0, seconds)) * 1000 : undefined;
}

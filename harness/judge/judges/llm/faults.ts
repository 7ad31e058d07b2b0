import type { TokenUsage } from "../../../../agent/contract/contract.ts";

/** Why one attempt of a language model gave no judgement. A closed list: reasons are counted, never turned into a number. */
export const JUDGE_FAULTS = [
  "rate_limited",
  "server_error",
  "timeout",
  "connection",
  "rejected",
  "refusal",
  "cut_off",
  "empty",
  "invalid_json",
  "schema",
  "contradiction",
  "unfounded_claim",
] as const;
export type JudgeFaultCode = (typeof JUDGE_FAULTS)[number];

export class JudgeFault extends Error {
  override name = "JudgeFault";
  readonly code: JudgeFaultCode;
  /** Tokens of the answer that was at fault; null when there was none. */
  tokens: TokenUsage | null = null;

  constructor(code: JudgeFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Longest fault text that is kept: providers and models write at length. */
const MESSAGE_CHARACTERS = 300;

/** `schema: quality.relevance: Invalid input`, one line. */
export function describeFault(fault: JudgeFault): string {
  return `${fault.code}: ${fault.message.replace(/\s+/g, " ").trim().slice(0, MESSAGE_CHARACTERS)}`;
}

/** What a provider's client threw, as a fault. */
export function asJudgeFault(error: unknown): JudgeFault {
  if (error instanceof JudgeFault) return error;
  const status = causesOf(error)
    .map((cause) => (cause as { status?: unknown }).status)
    .find((value) => typeof value === "number");
  const message = error instanceof Error ? error.message : String(error);
  if (typeof status === "number") return new JudgeFault(codeOfStatus(status), `HTTP ${status}: ${message}`, error);
  const causes = causesOf(error);
  const names = causes.map((cause) => `${cause.name} ${(cause as { code?: string }).code ?? ""}`);
  const isTimeout = names.some((name) => /timeout|ETIMEDOUT/i.test(name)) || /timed out|timeout/i.test(message);
  // "Connection error." of a client hides what it is made of: an answer that is no JSON, say.
  const said = [...new Set([message, ...causes.map((cause) => cause.message)])].join(" ");
  return new JudgeFault(isTimeout ? "timeout" : "connection", said, error);
}

function codeOfStatus(status: number): JudgeFaultCode {
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return status >= 500 ? "server_error" : "rejected";
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}

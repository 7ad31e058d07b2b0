/** Why an execution or a request to a model failed: the one vocabulary of records, tables, terminal and pages. */
export const FAILURE_REASONS = {
  context_overflow: "a request did not fit the model's context window",
  length: "the answer was cut off at the model's output limit",
  repetition: "an answer repeats the same text to its end",
  repeated_calls: "the same tool calls were made again and again, with equal arguments or a number that counts up",
  refusal: "the model declined to answer",
  content_filter: "a filter of the provider withheld the answer",
  rate_limit: "the provider took no more requests for the time being",
  quota: "the account's credit or quota is used up",
  credentials: "the provider did not accept the key",
  unknown_model: "the server has no such model or address",
  bad_request: "the server did not accept the request",
  overloaded: "the server had no capacity",
  server_error: "the server failed",
  unreachable: "there was no connection, or it broke",
  no_response: "nothing was heard of the server in time",
  unreadable: "an answer had not the form of its protocol",
  empty_response: "a server's answer held nothing",
  call_limit: "the agent used all of its calls or steps",
  spending_limit: "the budget was used up",
  time_limit: "the turn's time was up",
  stopped: "the run was stopped",
  server_lost: "a database or another server was lost",
  not_set_up: "the machine or the configuration lacks what it takes",
  earlier_turn: "an earlier turn of the conversation failed",
  agent_crashed: "the agent's own code failed, or did not start",
  agent_output: "an external agent's answer could not be used",
  unknown: "the record does not tell",
} as const;
export type FailureReason = keyof typeof FAILURE_REASONS;
export const FAILURE_REASON_NAMES = Object.keys(FAILURE_REASONS) as unknown as readonly [
  FailureReason,
  ...FailureReason[],
];

/** Codes of errors that are no reason's own name. */
const REASON_BY_CODE: Readonly<Record<string, FailureReason>> = {
  provider_400: "bad_request",
  provider_401: "credentials",
  provider_402: "quota",
  provider_403: "credentials",
  provider_404: "unknown_model",
  provider_408: "no_response",
  provider_413: "bad_request",
  provider_422: "bad_request",
  provider_429: "rate_limit",
  provider_498: "overloaded",
  provider_503: "overloaded",
  provider_504: "no_response",
  provider_529: "overloaded",
  provider_quota: "quota",
  provider_unreachable: "unreachable",
  provider_stream_cut: "unreachable",
  provider_timeout: "no_response",
  provider_unreadable: "unreadable",
  provider_no_answer: "empty_response",
  model_call_limit: "call_limit",
  recursion_limit: "call_limit",
  budget_used_up: "spending_limit",
  turn_cutoff: "time_limit",
  turn_ended: "time_limit",
  earlier_turn_failed: "earlier_turn",
  agent_failed: "agent_crashed",
  crash: "agent_crashed",
  subject_not_started: "agent_crashed",
  subject_crashed: "agent_crashed",
  subject_http_status: "agent_output",
  subject_output_too_large: "agent_output",
  subject_bad_json: "agent_output",
  subject_bad_answer: "agent_output",
};

/** The reason that an error's code stands for; every code has exactly one. */
export function reasonOfCode(code: string): FailureReason {
  if (Object.hasOwn(FAILURE_REASONS, code)) return code as FailureReason;
  const known = Object.hasOwn(REASON_BY_CODE, code) ? REASON_BY_CODE[code] : undefined;
  if (known) return known;
  const status = Number(/^provider_(\d{3})$/.exec(code)?.[1]);
  if (status >= 500) return "server_error";
  return status >= 400 ? "bad_request" : "unknown";
}

/** Why an execution or a turn ended as it did; null for one that succeeded, or is not there. */
export function failureReason(outcome: string, error: { code: string } | null | undefined): FailureReason | null {
  if (outcome === "success" || outcome === "missing") return null;
  if (error) return reasonOfCode(error.code);
  return outcome === "timeout" ? "time_limit" : outcome === "cascaded_failure" ? "earlier_turn" : "unknown";
}

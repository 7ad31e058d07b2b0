export type AgentLimitCode =
  | "model_call_limit"
  | "budget_used_up"
  | "length"
  | "refusal"
  | "content_filter"
  | "repetition"
  | "repeated_calls";

/** A bound of the execution was reached: the agent ends in error, with this code. */
export class AgentLimitReached extends Error {
  override name = "AgentLimitReached";
  readonly code: AgentLimitCode;

  constructor(code: AgentLimitCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Why an external agent gave no usable answer. Closed, so that reports can count by code. */
export type ExternalAgentFailureCode =
  | "subject_not_started"
  | "subject_crashed"
  | "subject_http_status"
  | "subject_output_too_large"
  | "subject_bad_json"
  | "subject_bad_answer";

/** The turn ends as `agent_error` with this code; what was asked of it is not asked again. */
export class ExternalAgentFailure extends Error {
  override name = "SubjectFailure";
  readonly code: ExternalAgentFailureCode;

  constructor(code: ExternalAgentFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What went wrong, as a closed union, so that callers and tests match on codes and not on prose. */
export type UserErrorCode =
  | "usage"
  | "config"
  | "corpus"
  | "substrate"
  | "scenarios"
  | "run-directory"
  | "damaged-run"
  | "input"
  | "credentials"
  | "environment"
  | "too-many-errors"
  | "regression"
  | "not-comparable"
  | "recording";

/** Exit code of the process per error code; every code not listed exits with 1. */
const EXIT_CODES: Partial<Record<UserErrorCode, number>> = {
  "too-many-errors": 2,
  "damaged-run": 2,
  regression: 3,
  "not-comparable": 4,
};

/**
 * An error that the user can act on: what was expected, what was found, what to do.
 * Anything else that is thrown is a bug and shows its stack under `--debug`.
 * `problems` lists every fault of an input at once, one line each.
 */
export class UserError extends Error {
  readonly code: UserErrorCode;
  readonly problems: readonly string[];
  readonly hint: string | undefined;

  constructor(
    code: UserErrorCode,
    message: string,
    options: { problems?: readonly string[]; hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "UserError";
    this.code = code;
    this.problems = options.problems ?? [];
    this.hint = options.hint;
  }

  get exitCode(): number {
    return EXIT_CODES[this.code] ?? 1;
  }
}

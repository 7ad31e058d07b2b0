import { UserError, type UserErrorCode } from "../user-error.ts";

/**
 * A server that gave no answer: not reachable, silent, or gone in the middle. It says nothing about what was asked, so it is
 * never a result.
 */
export class ServerLost extends UserError {
  /** For people: `PostgreSQL at host:5432/database`. */
  readonly server: string;
  /** True when the connection ended while it worked on the statement, which may be why. */
  readonly midStatement: boolean;
  /** True when it answered that it does not let us in, as with a wrong password. */
  readonly refused: boolean;

  constructor(
    server: string,
    said: string,
    options: { midStatement?: boolean; refused?: boolean; code?: UserErrorCode; hint?: string; cause?: unknown } = {},
  ) {
    super(options.code ?? "environment", `${server}: ${said}`, options);
    this.name = "ServerLost";
    this.server = server;
    this.midStatement = options.midStatement ?? false;
    this.refused = options.refused ?? false;
  }
}

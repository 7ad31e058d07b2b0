import type { Environment } from "../../base/environment.ts";
import { UserError } from "../../base/user-error.ts";

/** Holds the queue's address where the flag gives none: one with a password is for no command line. */
const QUEUE_VARIABLE = "SCOPEBENCH_QUEUE_URL";

/** What `--queue` gives: an address, or true for the variable's. @throws UserError `usage` where there is none */
export function queueAddress(given: string | true, environment: Environment): string {
  if (given !== true) return given;
  const address = environment[QUEUE_VARIABLE];
  if (address) return address;
  throw new UserError("usage", `--queue: expected an address, or one in ${QUEUE_VARIABLE}, found none`, {
    hint: `export ${QUEUE_VARIABLE}=postgres://user:password@host:5432/database`,
  });
}

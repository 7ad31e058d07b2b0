import type { Environment } from "../../../base/environment.ts";
import { requirePart } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { placeOf } from "../../../db/postgres/server-url.ts";

/** Holds the queue's address where the flag gives none: one with a password is for no command line. */
const QUEUE_VARIABLE = "SCOPEBENCH_QUEUE_URL";

/** What `--queue` gives: an address, or true for the variable's. @throws UserError `usage` where there is none, `config` for an invalid address, `environment` where a queue's packages are missing */
export function queueAddress(given: string | true, environment: Environment): string {
  requirePart("queue");
  const address = given === true ? environment[QUEUE_VARIABLE] : given;
  if (!address)
    throw new UserError("usage", `--queue: expected an address, or one in ${QUEUE_VARIABLE}, found none`, {
      hint: `export ${QUEUE_VARIABLE}=postgres://host:5432/database, with user:password@ before the host`,
    });
  placeOf(address);
  return address;
}

import { UserError } from "./user-error.ts";

/** The name that a flag gives. @throws UserError `usage` naming what is allowed */
export function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value);
  if (found) return found;
  throw new UserError("usage", `${flag} ${value}: no such name`, { hint: `one of ${allowed.join(", ")}` });
}

import { UserError } from "./user-error.ts";

/** Where secrets are looked up by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable that must be set. Throws a UserError `credentials` that names it. */
export function namedSecret(name: string, environment: Environment): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError("credentials", `${name} is not set`, {
    hint: `export ${name}=...; for servers of your own: eval "$(node --import tsx scripts/services.ts start)"`,
  });
}

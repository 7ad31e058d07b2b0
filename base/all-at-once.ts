import { UserError } from "./user-error.ts";

export type Check = () => void | Promise<void>;

/**
 * Makes every check, and throws what they found as one `UserError`: the only one as it is, several with the problems of
 * all. What is no `UserError` is thrown at once.
 */
export async function allAtOnce(checks: readonly Check[]): Promise<void> {
  const found: UserError[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      found.push(error);
    }
  }
  const [first] = found;
  if (!first) return;
  if (found.length === 1) throw first;
  const hints = new Set(found.flatMap(({ hint }) => hint ?? []));
  throw new UserError(first.code, `${found.length} things are in the way`, {
    problems: found.flatMap(({ message, problems }) => [message, ...problems.map((problem) => `  ${problem}`)]),
    hint: [...hints].join("; ") || undefined,
    cause: first,
  });
}

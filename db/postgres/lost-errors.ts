import type { PGlite } from "@electric-sql/pglite";

/** PostgreSQL's own words and code for what used up its stack. */
const STACK = { message: "stack depth limit exceeded", code: "54001" };
const FAILED = { message: "the embedded database failed at the statement", code: "XX000" };

/** Whether a failure that `tellLostErrors` told has left a session behind that is of no more use. */
export function hasEndedSession(message: string): boolean {
  return message.startsWith(STACK.message) || message.startsWith(FAILED.message);
}

/**
 * PGlite takes whatever its WebAssembly throws for PostgreSQL's own jump to an error, and goes on: where a statement used up the stack (a
 * pattern of many nested repeats, an expression of thousands of levels), it answers no rows and no error. Here such a statement fails, with
 * PostgreSQL's code.
 */
export function tellLostErrors(database: PGlite): PGlite {
  const internals = database as unknown as Internals;
  const exchange = internals.execProtocolRawSync.bind(database);
  // Set within a call: not to be narrowed to what it was before.
  let lost = null as Error | null;
  hearFailures(internals, (error) => {
    lost ??= failureOf(error);
  });
  internals.execProtocolRawSync = (message) => {
    // For good: what the session would answer from then on is not to be believed.
    if (lost) throw lost;
    const answer = exchange(message);
    if (lost) throw lost;
    return answer;
  };
  return database;
}

/** Apart from what stays with the database: that would hold its memory, 130 MB, after it was closed. */
function hearFailures({ mod, POSTGRES_MAIN_LONGJMP: ownJump }: Internals, hear: (error: unknown) => void): void {
  const once = mod._PostgresMainLoopOnce;
  mod._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if ((error as { status?: number }).status !== ownJump) hear(error);
      throw error;
    }
  };
}

/** Of PGlite 0.5. What is renamed in another fails at the first opening. */
interface Internals {
  mod: { _PostgresMainLoopOnce(): void };
  POSTGRES_MAIN_LONGJMP: number;
  execProtocolRawSync(message: Uint8Array): Uint8Array;
}

function failureOf(error: unknown): Error {
  const { name, message } = (error ?? {}) as Partial<Error>;
  const isStack = name === "RangeError" && message === "Maximum call stack size exceeded";
  const { message: words, code } = isStack ? STACK : FAILED;
  return Object.assign(new Error(isStack ? words : `${words}: ${message ?? String(error)}`, { cause: error }), {
    code,
  });
}

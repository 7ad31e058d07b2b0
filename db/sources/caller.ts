import { inspect } from "node:util";
import { UserError } from "../../base/user-error.ts";

/**
 * Whoever sources are asked for. Tokens can be read by adapters alone (`tokenOf`): printing, copying or serialising a caller gives its id and
 * nothing else. What is recorded and cached of its calls is kept under the id.
 */
export class Caller {
  /** Tells callers apart: a person's name in runs, one of a session in the assistant. No secret. */
  readonly id: string;
  readonly #tokens: ReadonlyMap<string, string>;

  private constructor(id: string, tokens: ReadonlyMap<string, string>) {
    this.id = id;
    this.#tokens = tokens;
  }

  /** @param tokens of each source, by the source's name */
  static withTokens(id: string, tokens: Readonly<Record<string, string>>): Caller {
    return new Caller(id, new Map(Object.entries(tokens)));
  }

  /**
   * In runs: tokens are named by the variables that hold them.
   * @param variables names of variables, by the source's name
   * @throws UserError `config` that lists every variable that is not set
   */
  static fromEnvironment(
    id: string,
    variables: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string | undefined>>,
  ): Caller {
    const missing = Object.entries(variables).filter(([, variable]) => !environment[variable]);
    if (missing.length > 0)
      throw new UserError(
        "config",
        `caller '${id}': ${missing.map(([source, variable]) => `${variable} (the token for ${source})`).join(", ")} not set`,
        { hint: "export the variables that the configuration names; tokens themselves never stand in it" },
      );
    return Caller.withTokens(
      id,
      Object.fromEntries(Object.entries(variables).map(([source, variable]) => [source, environment[variable] ?? ""])),
    );
  }

  /** For adapters alone: the token for a source, null without one. */
  static tokenOf(caller: Caller, source: string): string | null {
    return caller.#tokens.get(source) ?? null;
  }

  toJSON(): { caller: string } {
    return { caller: this.id };
  }

  toString(): string {
    return `Caller ${this.id}`;
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

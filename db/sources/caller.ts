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
  readonly #variables: ReadonlyMap<string, string>;

  private constructor(
    id: string,
    tokens: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>>,
  ) {
    this.id = id;
    this.#tokens = new Map(Object.entries(tokens));
    this.#variables = new Map(Object.entries(variables));
  }

  /** @param tokens of each source, by the source's name */
  static withTokens(id: string, tokens: Readonly<Record<string, string>>): Caller {
    return new Caller(id, tokens, {});
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
    const tokens = Object.entries(variables).map(([source, variable]) => [source, environment[variable] ?? ""]);
    return new Caller(id, Object.fromEntries(tokens), variables);
  }

  /** For adapters alone: the token for a source, null without one. */
  static tokenOf(caller: Caller, source: string): string | null {
    return caller.#tokens.get(source) ?? null;
  }

  /** The variable that a source's token is from; undefined of a token that a person gave. */
  static variableOf(caller: Caller, source: string): string | undefined {
    return caller.#variables.get(source);
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

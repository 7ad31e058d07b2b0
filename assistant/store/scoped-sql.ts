import type pg from "pg";
import { queryAsRole, type RoleScope } from "../../agent/filesystem/as-role.ts";
import type { Principal } from "../protocol/principal.ts";

export const ASSISTANT_ROLE = "scopebench_assistant";

/** Statements that see the rows of one tenant and, where a person may not see more, of that person (`schema/002-tenants.sql`). */
export class ScopedSql {
  readonly principal: Principal;
  readonly #pool: pg.Pool;
  readonly #scope: RoleScope;
  readonly #check: () => void;

  /**
   * @param options.settings of each transaction, besides those that say who asks
   *   `check` throws where no statement may begin any more
   */
  constructor(
    pool: pg.Pool,
    principal: Principal,
    {
      settings = {},
      check = () => undefined,
    }: { settings?: Readonly<Record<string, string>>; check?: () => void } = {},
  ) {
    this.#pool = pool;
    this.#check = check;
    this.principal = principal;
    const who = { "assistant.tenant": principal.tenant, ...seenBy(principal) };
    this.#scope = { role: ASSISTANT_ROLE, settings: { ...settings, ...who } };
  }

  /** @param name by which a connection keeps the statement's plan */
  async rows<Row>(text: string, values: unknown[], name?: string): Promise<Row[]> {
    return (await queryAsRole(this.#pool, this.#scope, { text, values, name }, this.#check)) as Row[];
  }

  async first<Row>(text: string, values: unknown[]): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }
}

function seenBy({ role, name, thread = "" }: Principal): Record<string, string> {
  if (role === "link") return { "assistant.person": "", "assistant.linked_thread": thread };
  return { "assistant.person": role === "ask" ? name : "*" };
}

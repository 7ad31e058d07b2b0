import type { AccessOptions } from "../../../assistant/access/authenticate.ts";
import type { Budget, UserLimits } from "../../../assistant/access/rate-limit.ts";
import { LOCAL_USER } from "../../../assistant/protocol/principal.ts";
import type { ServeOptions } from "../../../assistant/serve.ts";
import type { Environment } from "../../../base/environment.ts";
import { UserError } from "../../../base/user-error.ts";
import type { AssistantConfig } from "../../record/config/assistant-schema.ts";
import type { Config } from "../../record/config/schema.ts";

type Reach = Pick<ServeOptions, "address" | "hosts"> & {
  /** The variable with the token of a service for one. */
  tokenEnv: string;
};

/** Shorter ones can be tried. */
const SHORTEST_TOKEN = 16;
const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/**
 * Who is let in. Whoever can reach this machine's own address can run programs on it, and is asked for nothing unless people are configured.
 * @throws UserError `environment` with everything that is wrong
 */
export function accessFrom(
  { users, proxy }: AssistantConfig,
  { address, hosts = [], tokenEnv }: Reach,
  environment: Environment,
): AccessOptions {
  const single = environment[tokenEnv];
  const known = users.map(({ name, tenant, role, token_env }) => ({
    principal: { name, tenant, role },
    token: environment[token_env] ?? "",
    tokenEnv: token_env,
  }));
  const all = [...known, ...(single ? [{ principal: LOCAL_USER, token: single, tokenEnv }] : [])];
  const problems = problemsOf(known);
  if (problems.length > 0) throw new UserError("environment", "people who may ask cannot be told apart", { problems });
  const isLocal = (address === undefined || LOOPBACK.includes(address)) && hosts.length === 0;
  if (all.length === 0 && !proxy && !isLocal)
    throw new UserError("environment", `${tokenEnv} is not set: other machines show its value to be let in`, {
      hint: `such as ${tokenEnv}=$(openssl rand -hex 24) scopebench assistant serve --address ${address ?? "127.0.0.1"}; or name people under assistant: users:`,
    });
  return {
    users: all.map(({ principal, token }) => ({ principal, token })),
    proxy: proxy
      ? {
          ...{ from: proxy.from, userHeader: proxy.user_header, tenantHeader: proxy.tenant_header ?? null },
          ...{ tenant: proxy.tenant, role: proxy.role, roles: proxy.roles },
        }
      : null,
  };
}

function problemsOf(
  users: readonly { principal: { name: string; tenant: string }; token: string; tokenEnv: string }[],
): string[] {
  return users.flatMap(({ principal, token, tokenEnv }, index) => {
    const earlier = users.slice(0, index);
    const same = (other: typeof principal) => other.name === principal.name && other.tenant === principal.tenant;
    if (token.length < SHORTEST_TOKEN)
      return [
        `${tokenEnv}: expected a token of ${SHORTEST_TOKEN} characters or more, found ${token === "" ? "none" : token.length}`,
      ];
    if (earlier.some((other) => other.token === token)) return [`${tokenEnv}: another's token has the same value`];
    return earlier.some((other) => same(other.principal)) ? [`${principal.name} is named twice`] : [];
  });
}

/** @throws UserError `config` for a bound on cost that cannot be kept */
export function budgetsFrom(
  { session, limits }: AssistantConfig,
  { models }: Config,
): { session: Budget; userLimits: UserLimits } {
  const unpriced = models.filter(({ provider, price }) => provider !== "policy" && price === undefined);
  if ((session.cost_usd ?? limits.per_day.cost_usd) !== undefined && unpriced.length > 0)
    throw new UserError("config", "assistant: a bound on cost_usd needs the price of every model", {
      problems: unpriced.map(({ name }) => `${name} has no price`),
    });
  const { requests_per_minute, body_bytes, runs_at_once, per_day } = limits;
  return {
    session: toBudget(session),
    userLimits: {
      ...{ requestsPerMinute: requests_per_minute ?? null, bodyBytes: body_bytes ?? null },
      ...{ runsAtOnce: runs_at_once ?? null, perDay: toBudget(per_day) },
    },
  };
}

function toBudget({ model_calls, tool_calls, tokens, cost_usd }: AssistantConfig["session"]): Budget {
  return {
    ...{ modelCalls: model_calls ?? null, toolCalls: tool_calls ?? null },
    ...{ tokens: tokens ?? null, costUsd: cost_usd ?? null },
  };
}

import { UserError } from "../../base/user-error.ts";

export interface ServerAddress {
  /** `postgres://user:password@host:port/database`, with the driver's parameters (`sslmode`, ...). */
  url: string;
  /** Another database of the same server. */
  database?: string;
  /** Settings of each session; those of an extension may come before it is loaded. */
  settings?: Readonly<Record<string, string | number>>;
}

/** Times print alike wherever the server stands. */
const SESSION_SETTINGS = { TimeZone: "UTC", DateStyle: "ISO", application_name: "scopebench" };

/** The connection string with the database and the session's settings. Holds the password: never shown. */
export function withDatabase({ url, database, settings }: ServerAddress): string {
  const parsed = parseUrl(url);
  if (database !== undefined) parsed.pathname = `/${encodeURIComponent(database)}`;
  const own = Object.entries({ ...SESSION_SETTINGS, ...settings }).map(([name, value]) => `-c ${name}=${value}`);
  parsed.searchParams.set("options", [parsed.searchParams.get("options"), ...own].filter(Boolean).join(" "));
  return parsed.toString();
}

/** `host:port/database`, for messages. */
export function placeOf(url: string): string {
  const { host, pathname } = parseUrl(url);
  return `${host}${pathname}`;
}

function parseUrl(url: string): URL {
  if (URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new UserError("config", "the address of the PostgreSQL server is not one", {
    hint: "expected postgres://host:5432/database, with user:password@ before the host, where all but letters and digits are percent-encoded (%40 for @)",
  });
}

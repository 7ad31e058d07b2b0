import type { IncomingMessage } from "node:http";

export interface Admittance {
  methods: readonly string[];
  /** Names besides the machine's own under which it may be asked, such as that of a tunnel's other end. */
  hosts?: readonly string[];
  /** Origins besides its own whose pages may ask, such as `http://localhost:3000`; the handler sends what browsers want for that. */
  origins?: readonly string[];
}

/** Any port: what was forwarded has another one at its other end. */
const OWN_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/** Change nothing, or ask whether something may be changed. */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Whether a request is from this machine and well-formed. A page elsewhere whose name was rebound to this address sends
 * its own name as `Host`; what a page of another origin sends, its browser marks with that `Origin`,
 * and with `Sec-Fetch-Site` also where it leaves the origin out. What has neither is no browser's, and served (as by Go's
 * `http.CrossOriginProtection`).
 */
export function admit(
  { method = "", url, headers, headersDistinct }: IncomingMessage,
  { methods, hosts = [], origins = [] }: Admittance,
): { path: string } | { status: number; message: string } {
  const { host, origin } = headers;
  if (host === undefined || headersDistinct.host?.length !== 1)
    return { status: 400, message: "expected one Host header" };
  if (![...OWN_NAMES, ...hosts].includes(nameOf(host)))
    return { status: 403, message: "only clients on this machine are served; Host names another" };
  const foreign = origin !== undefined && !origins.includes(origin);
  if (foreign && !/^https?:\/\//.test(origin)) return { status: 403, message: "no page may ask from there" };
  if (foreign && origin.replace(/^https?:\/\//, "").toLowerCase() !== host.toLowerCase())
    return { status: 403, message: "pages of other origins are not served" };
  const site = headers["sec-fetch-site"] ?? "none";
  const isTrusted = origin !== undefined || site === "same-origin" || site === "none" || SAFE_METHODS.includes(method);
  if (!isTrusted) return { status: 403, message: "pages of other origins are not served" };
  if (!methods.includes(method)) return { status: 405, message: `expected ${methods.join(", ")}` };
  const path = pathOf(url ?? "");
  return path === null ? { status: 400, message: "expected a plain path" } : { path };
}

/** Without its port, and whatever else is written there left in. */
function nameOf(host: string): string {
  return host.replace(/:\d{1,5}$/, "").toLowerCase();
}

/**
 * The path of a request's target, decoded; null for what no client sends that means well: a target that is no path (that
 * of a proxy, `*`), broken encoding, control characters and backslashes, empty parts (`//`) and those that climb (`..`).
 * Decoded once, before it is looked at: what is then still encoded is part of a name.
 */
function pathOf(target: string): string | null {
  const path = decode(target.split(/[?#]/, 1)[0]!);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (path === null || !path.startsWith("/") || /[\u0000-\u001f\u007f\\]/.test(path)) return null;
  const parts = path.slice(1).split("/");
  const last = parts.pop();
  return parts.includes("") || [...parts, last].some((part) => part === "." || part === "..") ? null : path;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // Not UTF-8, or a lone `%`.
  }
}

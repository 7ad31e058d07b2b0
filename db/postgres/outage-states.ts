/**
 * Classes of SQL states (PostgreSQL, appendix A) that tell of the server or of the way to it, not of a statement: connection (08),
 * login (28), resources (53: disk full, too many connections), the operator (57P: stopped, starting up; 25P03 and 25P04: a limit
 * of time that ends the session), the system (58: files).
 * A statement's own are memory (53200), limits that the server is configured with (53400) and data that break the protocol (08P01).
 */
const OUTAGE = /^(?:08(?!P01)|28|53(?![24]00)|57P|58|25P0[34])|^3D000$/;

export function isOutage(sqlState: string | null | undefined): boolean {
  return OUTAGE.test(sqlState ?? "");
}

/** Of a statement that somebody cancelled: an operator, or a watch of ours. */
export const QUERY_CANCELED = "57014";

/** Of a statement that asked for more than there is, or than it may have. */
export const OUT_OF_MEMORY = "53200";

/** The login (28), or a database that is not there. */
export function isRefusal(sqlState: string | null | undefined): boolean {
  return /^28|^3D000$/.test(sqlState ?? "");
}

/**
 * True where the embedded database could not use a file of its own, whose code says nothing: its C library does not know the numbers by
 * which the system says why (no folder, no right, too many open files).
 */
export function isOfFiles(message: string): boolean {
  return /^could not (?:create|open|read|write|extend|close|rename|remove|unlink|stat|fsync|truncate|seek)\b.*\b(?:file|directory|block)/i.test(
    message,
  );
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Jira's own form in tables: `30/Sep/21 17:20`, `30/Sep/21 5:20 PM`. */
const OF_JIRA = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{2}|\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::\d{2})?\s*(am|pm)?)?$/i;
/** ISO 8601 with a blank or a `T`, and RFC 2822, which Jira's XML has. */
const OTHERS = /^(\d{4}-\d{2}-\d{2}|[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4})/;
const HAS_ZONE = /(z|[+-]\d{2}:?\d{2}|gmt|utc)$/i;

/**
 * When a tracker says something happened, as ISO 8601 in UTC (`2021-09-30T17:20:00.000Z`), which orders as text does. A
 * time without a zone is taken as UTC. Null for a form that leaves day and month open (`03/04/21`), and for no time.
 * @example reportTime("30/Sep/21 17:20") === "2021-09-30T17:20:00.000Z"
 */
export function reportTime(text: string): string | null {
  const written = text.trim();
  const jira = OF_JIRA.exec(written);
  if (jira) return ofJira(jira);
  if (!OTHERS.test(written)) return null;
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(written);
  const time = Date.parse(dated || HAS_ZONE.test(written) ? written : `${written.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function ofJira([, day, name = "", year = "", hour = "0", minute = "0", half]: RegExpExecArray): string | null {
  const month = MONTHS.indexOf(name.toLowerCase());
  if (month < 0) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  const time = new Date(
    Date.UTC(Number(year) + (year.length === 2 ? 2000 : 0), month, Number(day), hours, Number(minute)),
  );
  return time.getUTCDate() === Number(day) && hours < 24 ? time.toISOString() : null;
}

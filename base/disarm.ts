const GUARDED = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A spreadsheet takes a text that begins with one of these, or their full-width forms, for a formula; a leading
 * apostrophe makes it text again (OWASP, CSV injection). Every CSV file that is written goes through here, names of columns too. Only for text: -1 as a
 * number stays.
 */
export function disarm(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** A text as it was before `disarm`. */
export function rearm(text: string): string {
  return text.startsWith("'") && GUARDED.test(text.slice(1)) ? text.slice(1) : text;
}

/**
 * A spreadsheet takes a text that begins with one of these, or their full-width forms, for a formula; a leading
 * apostrophe makes it text again (OWASP, CSV injection). Only for text: -1 as a number stays.
 */
export function disarm(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}

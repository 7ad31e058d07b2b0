/** One word for a shell, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w.,@/:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

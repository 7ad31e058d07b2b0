import { basename } from "node:path";

/** One word for a shell, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w.,@/:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** How commands name a run, as one word: as its folder is called. */
export function runWord(runDirectory: string): string {
  return shellWord(basename(runDirectory));
}

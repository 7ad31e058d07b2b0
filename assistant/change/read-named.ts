import type { IdReader } from "../../base/ids/id-reader.ts";
import type { ChangeText } from "./change-text.ts";
import { readChangeText } from "./read-change.ts";
import { tellChange } from "./tell-change.ts";

/** A pasted text as it is read without the records. */
export interface ReadChange {
  change: ChangeText;
  /** What it names, known or of the shape of an id, in order of first appearance. */
  ids: readonly string[];
  told: string;
}

export function readNamed(pasted: string, reader: IdReader): ReadChange {
  const change = readChangeText(pasted);
  const ids = [...reader.idsIn(change.searchable)];
  const told = tellChange(saysMoreThanIds(change.prose, reader) ? change : { ...change, prose: "" });
  return { change: { ...change, searchable: "" }, ids, told };
}

/** False for a list of ids, which are asked about by themselves. */
function saysMoreThanIds(prose: string, reader: IdReader): boolean {
  let at = 0;
  for (const found of reader.find(prose)) {
    if (hasWord(prose.slice(at, found.at))) return true;
    at = Math.max(at, found.at + found.text.length);
  }
  return hasWord(prose.slice(at));
}

function hasWord(text: string): boolean {
  return /\p{L}{3,}/u.test(text);
}

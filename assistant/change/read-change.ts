import { type ChangeText, oneLine, type Rewording } from "./change-text.ts";
import { isDiff, readDiff } from "./read-diff.ts";
import { readMail } from "./read-mail.ts";

/** Reads what matters of a change out of a pasted text; everything is text from outside. */
export function readChangeText(pasted: string): ChangeText {
  const text = pasted.replace(/\r\n?/g, "\n");
  if (isDiff(text)) return readDiff(text);
  const mail = readMail(text);
  const said = mail ?? text.trim();
  const rewording = readRewording(said);
  return {
    ...{ kind: mail === null ? "text" : "mail", files: [], names: [], searchable: said },
    prose: rewording ? rewording.around : withoutMarkup(said),
    rewordings: rewording ? [rewording] : [],
  };
}

const BEFORE = /^[ \t>*_-]*(?:old|before|was|previous(?:ly)?|until now|current)\b[^:\n]{0,40}:[*_]*/im;
const AFTER = /^[ \t>*_-]*(?:new|after|now|proposed|changed to|becomes?|shall be)\b[^:\n]{0,40}:[*_]*/im;

/** `Old: ... New: ...`, each up to the other or an empty line. */
function readRewording(text: string): (Rewording & { around: string }) | null {
  const old = BEFORE.exec(text);
  const later = old && AFTER.exec(text.slice(old.index + old[0].length));
  if (!old || !later) return null;
  const from = old.index + old[0].length;
  const middle = from + later.index;
  const start = middle + later[0].length;
  const rest = text.slice(start).trimStart();
  const end = rest.search(/\n\s*\n/);
  const after = end < 0 ? rest : rest.slice(0, end);
  const around = [text.slice(0, old.index), end < 0 ? "" : rest.slice(end)].map((part) => withoutMarkup(part));
  return {
    before: oneLine(text.slice(from, middle)),
    after: oneLine(after),
    around: around.filter(Boolean).join("\n"),
  };
}

/** Of Jira's and Markdown's marks those that are no words: headings, code and quote fences, rules. */
function withoutMarkup(text: string): string {
  return text
    .replace(/^[ \t]*(?:h[1-6]\.|#{1,6})[ \t]+/gm, "")
    .replace(/\{(?:code|noformat|quote|panel|color)[^{}\n]{0,200}\}|^[ \t]*(?:```.*|-{4,}|={4,})$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

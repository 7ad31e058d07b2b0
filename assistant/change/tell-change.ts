import type { ChangedFile, ChangeText, Rewording } from "./change-text.ts";

/** Most of each that are told: a change of a thousand files is asked about by its message. */
const MOST = { files: 20, inside: 6, names: 12, rewordings: 8, chars: 600 };

/** A change in a few plain sentences: what an agent is asked about instead of the lines of a diff. Whoever asks may change them. */
export function tellChange({ prose, files, names, rewordings }: ChangeText): string {
  return [
    prose,
    ...(files.length > 0 ? [`Changed files: ${listed(files.map(tellFile), MOST.files)}.`] : []),
    ...(names.length > 0 ? [`Names in the changed lines: ${listed(names, MOST.names)}.`] : []),
    ...rewordings.slice(0, MOST.rewordings).map(tellRewording),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function tellFile({ path, before, done, inside }: ChangedFile): string {
  const what = { changed: [], added: ["new"], removed: ["removed"], renamed: [`was ${before}`] }[done];
  const where = inside.length > 0 ? [`in ${listed(inside, MOST.inside)}`] : [];
  const said = [...what, ...where].join(", ");
  return said === "" ? path : `${path} (${said})`;
}

function tellRewording({ before, after }: Rewording): string {
  if (before === "") return `It says now: ${clip(after)}`;
  return after === "" ? `It says no longer: ${clip(before)}` : `It said: ${clip(before)}\nIt says now: ${clip(after)}`;
}

function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return names.slice(0, most).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function clip(text: string): string {
  return text.length > MOST.chars ? `${text.slice(0, MOST.chars)}…` : text;
}

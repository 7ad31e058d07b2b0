import { basename, dirname } from "node:path";

/** The lines by which a patch names the files that it changes, as `git diff` and `diff -u` write them. */
const FILE = /^(?:diff --git a\/\S+ b\/(\S+)|\+\+\+ (?:b\/)?(\S+).*|--- (?:a\/)?(\S+).*)$/;
const OF_A_DIFF = /^(?:diff --git |index [0-9a-f]{6,}|@@ |\+\+\+ |--- |[+-]|[ \t])/;
const HUNK = /^(?:diff --git |@@ -\d|\+\+\+ \S)/m;

/** A question in two: what is asked, and the files that a patch in it changes; none without a patch. */
export function splitDiff(text: string): { asked: string; files: readonly string[] } {
  if (!HUNK.test(text)) return { asked: text, files: [] };
  const lines = text.split("\n");
  const named = lines.flatMap(
    (line) =>
      FILE.exec(line)
        ?.slice(1)
        .find((path) => path !== undefined) ?? [],
  );
  const files = [...new Set(named)].filter((path) => path !== "/dev/null");
  const asked = lines
    .filter((line) => !OF_A_DIFF.test(line))
    .join("\n")
    .trim();
  return { asked, files };
}

/** How a record may be called that stands for a file: its path, its end, the folder that it lies in, its name. */
export function namesOfFile(path: string): string[] {
  const parts = path.split("/");
  const ends = parts.map((_, at) => parts.slice(at).join("/"));
  const folder = dirname(path);
  const stem = basename(path).replace(/\.\w+$/, "");
  return [...new Set([...ends, ...(folder.includes("/") ? [folder] : []), ...(stem.length > 3 ? [stem] : [])])];
}

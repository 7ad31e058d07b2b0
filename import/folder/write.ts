import { open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { UserError } from "../../base/user-error.ts";
import { makeFolderWhole } from "../../base/whole-folder.ts";
import type { Corpus, Link } from "../../db/ports/corpus.ts";
import { CORPUS_FILES } from "./read-parts.ts";

/**
 * Writes a corpus as a folder that `readCorpusFolder` reads back to the same hash. The folder appears as a whole, by a
 * rename: a crash or a full disk leaves nothing that looks like a corpus.
 * @param options.extra files that go beside it (name -> text)
 * @param options.signal ends it in the middle, with nothing left
 * @throws UserError `corpus` when the folder exists already, `environment` when it cannot be written; the signal's reason
 */
export async function writeCorpusFolder(
  corpus: Corpus,
  folder: string,
  { extra = {}, signal }: { extra?: Readonly<Record<string, string>>; signal?: AbortSignal } = {},
): Promise<void> {
  try {
    // The rename fails when the folder is there and holds something: a corpus is never half replaced.
    await makeFolderWhole(resolve(folder), async (draft) => {
      const files: [name: string, lines: Iterable<string>][] = [
        [CORPUS_FILES.artifacts, artifactLines(corpus)],
        [CORPUS_FILES.links, linkLines(corpus.links)],
        [CORPUS_FILES.mapping, [mappingText(corpus)]],
        ...Object.entries(extra).map(([name, text]): [string, string[]] => [name, [text]]),
      ];
      for (const [name, lines] of files) await writeLines(join(draft, name), lines, signal);
    });
  } catch (error) {
    throw asUserError(error, folder);
  }
}

function* artifactLines({ artifacts }: Corpus): Generator<string> {
  for (const { id, type, title, text, meta } of artifacts) yield `${JSON.stringify({ id, type, title, text, meta })}\n`;
}

function* linkLines(links: readonly Link[]): Generator<string> {
  yield "source_id,target_id,kind\n";
  for (const { sourceId, targetId, kind } of links) yield `${[sourceId, targetId, kind].map(csvField).join(",")}\n`;
}

/** RFC 4180: quoted where a comma, a quote, a line break or a blank at an end would be misread. */
function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function mappingText({ mapping, notes }: Corpus): string {
  const head = mapping.synthetic ? "# SYNTHETIC corpus: its texts were generated, not written by people.\n" : "";
  const remarks = notes.map((note) => `# ${note.replace(/[\r\n]+/g, " ")}\n`).join("");
  return `${head}${remarks}${stringify(mapping, { lineWidth: 120 })}`;
}

const BLOCK_LENGTH = 1 << 20;

/** Writes in blocks of about a megabyte, and asks the disk to keep it before the rename makes it visible. */
async function writeLines(path: string, lines: Iterable<string>, signal?: AbortSignal): Promise<void> {
  const file = await open(path, "wx");
  try {
    let block = "";
    for (const line of lines) {
      block += line;
      if (block.length < BLOCK_LENGTH) continue;
      signal?.throwIfAborted();
      await file.writeFile(block);
      block = "";
    }
    await file.writeFile(block);
    await file.sync();
  } finally {
    await file.close();
  }
}

function asUserError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(code))
    return new UserError("corpus", `${folder} exists already`, {
      cause: error,
      hint: "give a folder that does not exist, or remove it first",
    });
  if (["EACCES", "EROFS", "EPERM"].includes(code))
    return new UserError("environment", `${folder} cannot be written: no permission`, {
      cause: error,
      hint: "choose a folder that you may write to",
    });
  if (["ENOSPC", "EDQUOT"].includes(code))
    return new UserError("environment", `${folder} cannot be written: no space left`, {
      cause: error,
      hint: "free some space or choose another disk",
    });
  return error;
}
